#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "grading/copies/code_tokens.h"
#include "grading/copies/near_copies.h"

namespace warpledger {

/// The tokens of all files of a code, one file behind the other, each with a kEndOfFile behind it.
struct TokenText {
  std::vector<CodeToken> tokens;
  std::vector<std::size_t> begins;  ///< of each file, its first token
  bool cut = false;                 ///< there are more
};

TokenText token_text(const std::vector<SourceFile>& files, std::size_t most);

/// The lines of the file in which `count` tokens from `first` stand.
CodeLines lines_of(const std::vector<SourceFile>& files, const TokenText& text, std::size_t first, std::size_t count);

}  // namespace warpledger
