#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grading/copies/code_tokens.h"

namespace warpledger {

/// Winnowing by Schleimer, Wilkerson and Aiken, SIGMOD 2003. Common runs shorter than `gram` tokens are never found,
/// and those of `gram + window - 1` always. benchmarks/copies.md says how the values were chosen.
struct Winnowing {
  std::size_t gram = 14;
  std::size_t window = 4;
};

struct CodePrint {
  std::uint64_t hash = 0;  ///< of `gram` tokens
  std::uint32_t position = 0;
};

/// Returns the hash of every `gram` consecutive tokens.
std::vector<std::uint64_t> gram_hashes(const std::vector<CodeToken>& tokens, std::size_t gram);

/// Returns the minimum of each window, each position once. Ties go to the chosen hash, else to the last ("robust
/// winnowing"). Fewer hashes than `window` yield one. Linear time.
std::vector<CodePrint> winnowed(const std::vector<std::uint64_t>& hashes, std::size_t window);

}  // namespace warpledger
