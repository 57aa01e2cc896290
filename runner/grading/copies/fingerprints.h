#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grading/copies/code_tokens.h"

namespace warpledger {

/// How finely code is looked at, by Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document
/// Fingerprinting", SIGMOD 2003. What two texts share is never seen when it is shorter than `gram` tokens, and always
/// when it has `gram + window - 1`. benchmarks/copies.md has how these were chosen.
struct Winnowing {
  std::size_t gram = 14;
  std::size_t window = 4;
};

struct CodePrint {
  std::uint64_t hash = 0;      ///< of `gram` tokens
  std::uint32_t position = 0;  ///< of the first of them
};

/// The hash of every run of `gram` tokens, by the position of its first; none where there are fewer.
std::vector<std::uint64_t> gram_hashes(const std::vector<CodeToken>& tokens, std::size_t gram);

/// Of each `window` hashes that follow each other the least, once: of equal ones the one that is chosen already, else
/// the last ("robust winnowing"), so that a text of one token has one of each window. Of fewer hashes than a window the
/// least. By position. Linear in the hashes.
std::vector<CodePrint> winnowed(const std::vector<std::uint64_t>& hashes, std::size_t window);

}  // namespace warpledger
