#include "report/prose.h"

#include <cmark.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/text.h"

namespace warpledger {
namespace {

std::size_t columns_of(const LineWidth& width) { return static_cast<std::size_t>(std::max(width.columns, 1)); }

/// Start of a list item's words; 0 if `line` is not an item.
std::size_t marker_end(const std::string& line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t digits = std::min(line.find_first_not_of("0123456789", begin), line.size());
  const std::size_t end = digits > begin ? digits : begin;
  const std::string_view marks = digits > begin ? ".)" : "-*+";
  if (end + 1 >= line.size() || marks.find(line[end]) == std::string_view::npos || line[end + 1] != ' ') return 0;
  return end + 2;
}

bool is_heading(const std::string& line) { return line.starts_with('#'); }

/// True if both lines belong to the same paragraph or item.
bool continues(const std::string& before, const std::string& line) {
  return !trim(line).empty() && !trim(before).empty() && !is_heading(before) && !is_heading(line) &&
         marker_end(line) == 0 && !trim(line).starts_with('|');
}

/// Indents continuation lines like the words of an item.
std::string filled(const std::vector<std::string>& lines, const LineWidth& width) {
  const std::size_t columns = columns_of(width);
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  if (std::all_of(lines.begin(), lines.end(), [&](const auto& line) { return display_width(line) <= columns; }))
    return text;
  const std::string& first = lines.front();
  const std::size_t words = std::max(marker_end(first), std::min(first.find_first_not_of(' '), first.size()));
  const std::size_t indent = std::min(words, columns / 2);
  text = first.substr(words);
  for (std::size_t i = 1; i < lines.size(); ++i) text += ' ' + lines[i];
  std::string page;
  for (const std::string& line : wrap(text, columns - indent, LongWord::is_cut))
    page += (page.empty() ? first.substr(0, words) : std::string(indent, ' ')) + line + '\n';
  return page;
}

}  // namespace

std::string prose_line(const std::string& line, Format format, const LineWidth& width) {
  if (format == Format::csv) return {};
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (format != Format::text || level == 0 || level == line.size() || line[level] != ' ') return line + "\n";
  const std::string title(trim(line.substr(level)));
  if (level > 2) return title + "\n";
  const std::size_t title_width = display_width(title);
  const std::size_t length = width.is_limit ? std::min(title_width, columns_of(width)) : title_width;
  return title + "\n" + std::string(length, level == 1 ? '=' : '-') + "\n";
}

std::string prose_lines(const std::vector<std::string>& lines, Format format, const LineWidth& width) {
  std::string text;
  for (std::size_t first = 0; first < lines.size();) {
    std::size_t end = first + 1;
    while (end < lines.size() && continues(lines[end - 1], lines[end])) ++end;
    if (format == Format::text && width.is_limit && !is_heading(lines[first]))
      text += filled({lines.begin() + static_cast<long>(first), lines.begin() + static_cast<long>(end)}, width);
    else
      for (std::size_t i = first; i < end; ++i) text += prose_line(lines[i], format, width);
    first = end;
  }
  return text;
}

std::string html_of_prose(const std::string& markdown) {
  // Without CMARK_OPT_UNSAFE, cmark omits raw HTML and dangerous links.
  const std::unique_ptr<char, decltype(&std::free)> html(
      cmark_markdown_to_html(markdown.data(), markdown.size(), CMARK_OPT_DEFAULT), &std::free);
  return html.get();
}

std::string commonmark_escaped(std::string_view value) {
  constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  std::string escaped;
  for (const char c : value) {
    if (kPunctuation.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace warpledger
