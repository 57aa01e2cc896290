#pragma once

namespace warpledger {

inline constexpr const char* kVersion = WARPLEDGER_VERSION;

}  // namespace warpledger
