#pragma once

#include <span>
#include <string>
#include <vector>

namespace warpledger {

/// Doubles as the ledger keeps them: eight bytes each, little-endian, in order, bit for bit (NaN payloads included).
std::string to_blob(std::span<const double> values);

/// The doubles of a blob. Bytes after the last whole double are not read; the schema allows none.
std::vector<double> from_blob(std::span<const char> blob);

}  // namespace warpledger
