#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "grading/copies/code_tokens.h"
#include "grading/copies/near_copies.h"

namespace warpledger {

/// Tokens of all files, each file followed by kEndOfFile.
struct TokenText {
  std::vector<CodeToken> tokens;
  std::vector<std::size_t> begins;  ///< index of each file's first token
  bool cut = false;
};

TokenText token_text(const std::vector<SourceFile>& files, std::size_t most);

/// Returns the lines that contain `count` tokens from `first` on.
CodeLines lines_of(const std::vector<SourceFile>& files, const TokenText& text, std::size_t first, std::size_t count);

}  // namespace warpledger
