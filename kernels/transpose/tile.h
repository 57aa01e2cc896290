// The tiles of variants 1 to 4: a block of kTile x kTileStep threads moves a square of kTile x kTile elements, each
// thread kTile / kTileStep of them.
constexpr int kTile = 32;
constexpr int kTileStep = 8;
