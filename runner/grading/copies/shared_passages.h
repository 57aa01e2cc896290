#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "grading/copies/fingerprints.h"

namespace warpledger {

/// Equal runs of `count` tokens in two texts.
struct TokenMatch {
  std::size_t left = 0, right = 0;
  std::size_t count = 0;
};

/// Sorted positions of each fingerprint in a text.
using PositionsByHash = std::map<std::uint64_t, std::vector<std::uint32_t>>;

/// Returns the maximal matches around the fingerprints that both texts have, in the left text's order and not
/// overlapping there. If the right text has a fingerprint several times, prefers the position that continues the
/// previous match, then the next one, then the first. Linear in the texts, plus one search per fingerprint.
std::vector<TokenMatch> token_matches(const std::vector<CodeToken>& left, const std::vector<CodePrint>& fingerprints,
                                      const std::vector<CodeToken>& right, const PositionsByHash& right_positions);

}  // namespace warpledger
