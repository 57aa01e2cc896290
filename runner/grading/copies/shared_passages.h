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

/// Positions of fingerprints in a text, sorted, by hash.
using PositionsByHash = std::map<std::uint64_t, std::vector<std::uint32_t>>;

/// Returns maximal matches around common fingerprints; they do not overlap in the left text. A fingerprint with several
/// right positions continues the previous match if it can. Linear, plus one search per fingerprint.
std::vector<TokenMatch> token_matches(const std::vector<CodeToken>& left, const std::vector<CodePrint>& fingerprints,
                                      const std::vector<CodeToken>& right, const PositionsByHash& right_positions);

}  // namespace warpledger
