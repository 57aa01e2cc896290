#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace warpledger {

/// Returns the index in `references` (identities, in plan order) of the point of `kernel` to time `identity` against.
/// Parameters and launch values that both have must be equal; the most in common wins, then the first. Absent if none
/// fits.
std::optional<std::size_t> find_reference(const std::string& identity, const std::string& kernel,
                                          std::span<const std::string> references);

}  // namespace warpledger
