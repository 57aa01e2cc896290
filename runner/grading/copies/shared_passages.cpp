#include "grading/copies/shared_passages.h"

#include <algorithm>

namespace warpledger {
namespace {

/// Returns the position that continues the previous match, else the next one, else the first.
std::size_t right_of(const CodePrint& fingerprint, const std::vector<std::uint32_t>& positions,
                     const TokenMatch* before) {
  if (before != nullptr) {
    const std::size_t straight_on = before->right + (fingerprint.position - before->left);
    if (std::ranges::binary_search(positions, straight_on)) return straight_on;
    const auto next = std::ranges::lower_bound(positions, before->right + before->count);
    if (next != positions.end()) return *next;
  }
  return positions.front();
}

/// Extends a match in both directions, to the left not beyond `least`.
TokenMatch grown(TokenMatch match, std::size_t least, const std::vector<CodeToken>& left,
                 const std::vector<CodeToken>& right) {
  while (match.left > least && match.right > 0 && alike(left[match.left - 1], right[match.right - 1])) {
    --match.left;
    --match.right;
    ++match.count;
  }
  while (match.left + match.count < left.size() && match.right + match.count < right.size() &&
         alike(left[match.left + match.count], right[match.right + match.count]))
    ++match.count;
  return match;
}

}  // namespace

std::vector<TokenMatch> token_matches(const std::vector<CodeToken>& left, const std::vector<CodePrint>& fingerprints,
                                      const std::vector<CodeToken>& right, const PositionsByHash& right_positions) {
  std::vector<TokenMatch> matches;
  std::size_t covered = 0;
  for (const CodePrint& fingerprint : fingerprints) {
    const auto found = right_positions.find(fingerprint.hash);
    if (fingerprint.position < covered || found == right_positions.end()) continue;
    const TokenMatch* before = matches.empty() ? nullptr : &matches.back();
    const TokenMatch match =
        grown({fingerprint.position, right_of(fingerprint, found->second, before), 0}, covered, left, right);
    if (match.count == 0) continue;  // hash collision
    matches.push_back(match);
    covered = match.left + match.count;
  }
  return matches;
}

}  // namespace warpledger
