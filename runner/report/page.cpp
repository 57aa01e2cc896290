#include "report/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "base/text_width.h"

namespace warpledger {
namespace {

std::size_t leading_backticks(std::string_view line) { return std::min(line.find_first_not_of('`'), line.size()); }

bool opens_fence(std::string_view line) { return leading_backticks(line) >= 3; }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// The words after a fence: "sql", then the kind.
SqlBlock::Kind kind_of(const std::vector<std::string>& words, const Place& where) {
  using Kind = SqlBlock::Kind;
  constexpr std::pair<std::string_view, Kind> kKinds[] = {
      {"table", Kind::table},     {"text", Kind::text},       {"line", Kind::line},      {"roofline", Kind::roofline},
      {"heatmap", Kind::heatmap}, {"samples", Kind::samples}, {"history", Kind::history}};
  std::vector<std::string> names;
  for (const auto& [name, kind] : kKinds) {
    if (words.size() == 2 && words.back() == name) return kind;
    names.emplace_back(name);
  }
  throw Error(where, "a block of SQL needs one kind, after ```sql",
              did_you_mean(words.size() == 2 ? words.back() : "", names));
}

}  // namespace

Page::Page(const std::string& text, std::string path) : path_(std::move(path)), lines_(lines_of(text)) {
  for (std::size_t line = 1; line <= lines_.size(); ++line) check_bytes(line);
  for (std::size_t line = 1; line <= lines_.size(); ++line) {
    if (opens_fence(lines_[line - 1]))
      line = add_fenced(line);
    else
      add_prose(line);
  }
}

Place Page::place(std::size_t line, std::size_t column) const {
  return {path_, line, column, line >= 1 && line <= lines_.size() ? lines_[line - 1] : std::string()};
}

void Page::check_bytes(std::size_t line) const {
  const std::string& text = lines_[line - 1];
  for (std::size_t i = 0; i < text.size(); i += utf8_length(text, i)) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_text = utf8_length(text, i) > 0;
    if (is_text && (byte == '\t' || (byte >= ' ' && byte != 0x7f))) continue;
    const Place here = place(line, i + 1);
    if (is_text) throw Error(here, fmt::format("control character 0x{:02x}", byte), "remove it");
    throw Error(here, fmt::format("byte 0x{:02x} is not UTF-8", byte), "save the file as UTF-8");
  }
}

void Page::add_prose(std::size_t line) {
  if (parts_.empty() || !std::holds_alternative<Prose>(parts_.back())) parts_.emplace_back(Prose{.first_line = line});
  std::get<Prose>(parts_.back()).lines.push_back(lines_[line - 1]);
}

std::size_t Page::add_fenced(std::size_t line) {
  const std::string& fence = lines_[line - 1];
  const std::size_t end = closing_fence(line);
  const auto at = [&](std::size_t n) { return lines_.begin() + static_cast<std::ptrdiff_t>(n); };
  const std::vector<std::string> words = words_of(fence.substr(leading_backticks(fence)));
  if (words.empty() || words.front() != "sql") {
    parts_.emplace_back(Verbatim{{at(line - 1), at(end)}});
    return end;
  }
  parts_.emplace_back(SqlBlock{.kind = kind_of(words, place(line, leading_backticks(fence) + 1)),
                               .fence_line = line,
                               .lines = {at(line), at(end - 1)}});
  return end;
}

std::size_t Page::closing_fence(std::size_t opening) const {
  const std::size_t length = leading_backticks(lines_[opening - 1]);
  for (std::size_t line = opening + 1; line <= lines_.size(); ++line) {
    const std::string_view text = trim(lines_[line - 1]);
    if (leading_backticks(text) == text.size() && text.size() >= length) return line;
  }
  throw Error(place(opening, 1), "this block is not closed", "end it with a line " + std::string(length, '`'));
}

Template split_at_placeholders(const Page& page, std::size_t line, std::size_t first) {
  const std::string text = page.place(line).line_text;
  Template result;
  std::size_t done = first;
  for (std::size_t open = 0; (open = text.find("{{", done)) != std::string::npos;) {
    const std::size_t close = text.find("}}", open);
    if (close == std::string::npos)
      throw Error(page.place(line, display_width(std::string_view(text).substr(0, open)) + 1),
                  "this placeholder is not closed", "end it with }}");
    const std::string_view name = trim(std::string_view(text).substr(open + 2, close - open - 2));
    const std::size_t column = display_width(std::string_view(text).substr(0, open + 2)) + 1;
    result.placeholders.push_back({text.substr(done, open - done), std::string(name), page.place(line, column)});
    done = close + 2;
  }
  result.text_after = text.substr(done);
  return result;
}

std::string fill(const Template& text, const std::function<std::string(const Placeholder&)>& value) {
  std::string line;
  for (const Placeholder& placeholder : text.placeholders) line += placeholder.text_before + value(placeholder);
  return line + text.text_after;
}

}  // namespace warpledger
