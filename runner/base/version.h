#pragma once

namespace warpledger {

inline constexpr const char* kVersion = WARPLEDGER_VERSION;

/// "0.1.0+1a2b3c4d": the version and the commit that this program was built of, as ledgers keep it; with "+" behind it
/// when sources were changed since, "0.1.0+unknown" when it was built outside a repository.
const char* tool_version();

}  // namespace warpledger
