#include "spec/open_quote.h"

#include <fmt/format.h>

#include <cctype>
#include <string_view>

#include "base/text.h"

namespace warpledger {
namespace {

constexpr std::size_t kOpen = std::string_view::npos;

/// Where a text that `quote` opened closes in the rest of a line, from `at` on; kOpen when it does not.
std::size_t closing(std::string_view line, std::size_t at, char quote) {
  for (; at < line.size(); ++at) {
    if (quote == '"' && line[at] == '\\') {
      ++at;
    } else if (line[at] == quote) {
      const bool doubled = quote == '\'' && at + 1 < line.size() && line[at + 1] == quote;
      if (!doubled) return at;
      ++at;
    }
  }
  return kOpen;
}

/// Whether a quote at `at` begins a value: what is before it ends with none, as an apostrophe's word does.
bool begins_a_value(std::string_view line, std::size_t at) {
  const std::string_view before = trim(line.substr(0, at));
  return before.empty() || std::string_view(":-,[{").find(before.back()) != std::string_view::npos;
}

/// Where a line opens a quote that it does not close.
std::size_t open_quote_in(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '#' && (at == 0 || line[at - 1] == ' ')) return kOpen;
    if ((line[at] != '"' && line[at] != '\'') || !begins_a_value(line, at)) continue;
    const std::size_t end = closing(line, at + 1, line[at]);
    if (end == kOpen) return at;
    at = end;
  }
  return kOpen;
}

/// "name: ..." or "- ...".
bool looks_like_an_entry(std::string_view line) {
  line = trim(line);
  if (line.starts_with("- ")) return true;
  std::size_t end = 0;
  while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) != 0 || line[end] == '_')) ++end;
  return end > 0 && end < line.size() && line[end] == ':' && (end + 1 == line.size() || line[end + 1] == ' ');
}

}  // namespace

std::optional<std::string> problem_of_quote(const std::vector<std::string>& lines, std::size_t line,
                                            std::size_t column) {
  const char quote = lines[line - 1][column - 1];
  if (closing(lines[line - 1], column, quote) != kOpen) return std::nullopt;
  bool swallowed = false;
  for (std::size_t next = line; next < lines.size(); ++next) {
    swallowed = swallowed || looks_like_an_entry(lines[next]);
    if (closing(lines[next], 0, quote) == kOpen) continue;
    if (!swallowed) return std::nullopt;
    return fmt::format("the quote that opens here closes in line {} only", next + 1);
  }
  return "the quote that opens here never closes";
}

std::optional<OpenQuote> find_open_quote(const std::vector<std::string>& lines, std::size_t last) {
  for (std::size_t line = 1; line <= last && line <= lines.size(); ++line)
    if (const std::size_t at = open_quote_in(lines[line - 1]); at != kOpen) return OpenQuote{line, at + 1};
  return std::nullopt;
}

}  // namespace warpledger
