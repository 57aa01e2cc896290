#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grading/copies/code_tokens.h"

namespace warpledger {

/// Parameters of winnowing: Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting",
/// SIGMOD 2003. A common run is never found if shorter than `gram` tokens, and always found from `gram + window - 1`
/// tokens. benchmarks/copies.md says how the values were chosen.
struct Winnowing {
  std::size_t gram = 14;
  std::size_t window = 4;
};

struct CodePrint {
  std::uint64_t hash = 0;      ///< of `gram` tokens
  std::uint32_t position = 0;  ///< of the first token
};

/// Returns the hash of every `gram` consecutive tokens, by position of the first; empty if there are fewer tokens.
std::vector<std::uint64_t> gram_hashes(const std::vector<CodeToken>& tokens, std::size_t gram);

/// Returns the minimum of each window of hashes, each position once. Ties go to the hash that is already chosen, else
/// to the last ("robust winnowing"), so a repeated token yields one fingerprint per window. Fewer hashes than `window`
/// yield one. Sorted by position; linear time.
std::vector<CodePrint> winnowed(const std::vector<std::uint64_t>& hashes, std::size_t window);

}  // namespace warpledger
