#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "grading/copies/fingerprints.h"

namespace warpledger {

/// So many tokens from a position in each of two texts, which are the same.
struct TokenMatch {
  std::size_t left = 0, right = 0;
  std::size_t count = 0;
};

/// Where fingerprints lie in a text, in order.
using PositionsByHash = std::map<std::uint64_t, std::vector<std::uint32_t>>;

/// What two texts have in common around their fingerprints: each match as long as it goes, and none over another one in
/// the left text. `right_positions` are those of the right text; a left fingerprint that it lacks is passed over. Where
/// the right text has one several times, the match goes on as the one before it, or takes the first. In the order of
/// the left text. Linear in the texts but for a search per fingerprint.
std::vector<TokenMatch> token_matches(const std::vector<CodeToken>& left, const std::vector<CodePrint>& fingerprints,
                                      const std::vector<CodeToken>& right, const PositionsByHash& right_positions);

}  // namespace warpledger
