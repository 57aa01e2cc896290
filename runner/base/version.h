#pragma once

namespace warpledger {

inline constexpr const char* kVersion = WARPLEDGER_VERSION;

/// "0.1.0+1a2b3c4d": version and commit, as ledgers store it. A "+" follows if sources were modified; outside a
/// repository it is "0.1.0+unknown".
const char* tool_version();

}  // namespace warpledger
