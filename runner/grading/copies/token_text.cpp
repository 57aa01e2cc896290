#include "grading/copies/token_text.h"

#include <algorithm>
#include <string>

namespace warpledger {
namespace {

/// Maximum text of one passage, so that hostile files cannot make a huge page.
constexpr std::size_t kMostBytes = std::size_t{16} << 10;

/// Returns lines `first` to `last` without the last newline, truncated if very long.
std::string lines_between(std::string_view text, std::size_t first, std::size_t last) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < first && begin < text.size(); ++line)
    begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  std::size_t end = begin;
  for (std::size_t line = first; line <= last && end < text.size(); ++line)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  std::string lines(text.substr(begin, std::min(end - begin, kMostBytes)));
  if (lines.ends_with('\n')) lines.pop_back();
  return lines;
}

}  // namespace

TokenText token_text(const std::vector<SourceFile>& files, std::size_t most) {
  TokenText text;
  for (const SourceFile& file : files) {
    text.begins.push_back(text.tokens.size());
    const std::size_t left = most - std::min(most, text.tokens.size());
    std::vector<CodeToken> own = code_tokens(file.text, left + 1);
    if (own.size() > left) {
      text.cut = true;
      own.pop_back();
    }
    text.tokens.insert(text.tokens.end(), own.begin(), own.end());
    text.tokens.push_back({kEndOfFile, 0});
  }
  return text;
}

CodeLines lines_of(const std::vector<SourceFile>& files, const TokenText& text, std::size_t first, std::size_t count) {
  const auto behind = std::ranges::upper_bound(text.begins, first);
  const auto place = static_cast<std::size_t>(behind - text.begins.begin()) - 1;
  CodeLines lines{.file = files[place].name,
                  .first = text.tokens[first].line,
                  .last = text.tokens[first + count - 1].line,
                  .text = {}};
  lines.text = lines_between(files[place].text, lines.first, lines.last);
  return lines;
}

}  // namespace warpledger
