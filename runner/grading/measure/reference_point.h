#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace warpledger {

/// Which of the `references` (identities, in their plan's order) a point of `identity` is timed beside: of those of
/// `kernel` that differ in no parameter or part of the launch which both name, the one with the most in common, then
/// the first. A kernel names only what it uses. Nothing where there is none.
std::optional<std::size_t> find_reference(const std::string& identity, const std::string& kernel,
                                          std::span<const std::string> references);

}  // namespace warpledger
