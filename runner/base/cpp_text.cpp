#include "base/cpp_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

namespace warpledger {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Includes `end`; all of `text` without it.
std::string_view up_to(std::string_view text, std::string_view end, std::size_t from) {
  const std::size_t found = text.find(end, from);
  return found == std::string_view::npos ? text : text.substr(0, found + end.size());
}

std::string_view quoted_at(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && text[end] != text[0] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  const bool closed = end < text.size() && text[end] == text[0];
  return text.substr(0, std::min(end + (closed ? 1 : 0), text.size()));
}

std::string_view raw_string_at(std::string_view text, std::string_view prefix) {
  if (!is_raw_prefix(prefix)) return {};
  constexpr std::size_t kLongestDelimiter = 16;  // by the standard; also limits the cost of hostile text
  const std::string_view rest = text.substr(prefix.size());
  const std::size_t open = rest.substr(0, 2 + kLongestDelimiter).find('(');
  if (!rest.starts_with('"') || open == std::string_view::npos) return {};
  const std::string end = ")" + std::string(rest.substr(1, open - 1)) + "\"";
  return up_to(text, end, prefix.size() + open + 1);
}

std::string_view number_at(std::string_view text) {
  std::size_t end = cpp_word(text).size();
  while (end + 1 < text.size() && text[end] == '\'' && is_word_character(text[end + 1]))
    end += 1 + cpp_word(text.substr(end + 1)).size();
  return text.substr(0, end);
}

/// Removes the joining backslash and what follows it; false if there is none.
bool take_backslash(std::string& line) {
  const std::size_t last = line.find_last_not_of(" \t\f\r");
  if (last == std::string::npos || line[last] != '\\') return false;
  line.erase(last);
  return true;
}

}  // namespace

CppToken cpp_token(std::string_view text) {
  if (is_blank(text[0])) {
    const auto end = std::ranges::find_if_not(text, is_blank);
    return {CppPart::blank, text.substr(0, static_cast<std::size_t>(end - text.begin()))};
  }
  if (text.starts_with("//")) return {CppPart::comment, text.substr(0, text.find('\n'))};
  if (text.starts_with("/*")) return {CppPart::comment, up_to(text, "*/", 2)};
  if (text[0] == '"' || text[0] == '\'') return {CppPart::literal, quoted_at(text)};
  const std::string_view word = cpp_word(text);
  if (word.empty()) return {CppPart::mark, text.substr(0, 1)};
  if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) return {CppPart::word, number_at(text)};
  if (const std::string_view raw = raw_string_at(text, word); !raw.empty()) return {CppPart::literal, raw};
  return {CppPart::word, word};
}

std::string_view cpp_word(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, is_word_character);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

bool is_raw_prefix(std::string_view word) {
  constexpr std::array<std::string_view, 5> kPrefixes = {"R", "u8R", "uR", "UR", "LR"};
  return std::ranges::find(kPrefixes, word) != kPrefixes.end();
}

std::string_view JoinedLine::part(std::size_t index) const {
  const std::size_t end = index + 1 < parts.size() ? parts[index + 1].start : text.size();
  return std::string_view(text).substr(parts[index].start, end - parts[index].start);
}

Place JoinedLine::place(const std::string& file, std::size_t at) const {
  std::size_t index = 0;
  while (index + 1 < parts.size() && parts[index + 1].start <= at) ++index;
  return {file, parts[index].number, at - parts[index].start + 1, parts[index].whole};
}

std::vector<JoinedLine> joined_lines(const std::string& text) {
  std::vector<JoinedLine> lines;
  std::istringstream stream(text);
  std::size_t number = 0;
  bool goes_on = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!goes_on) lines.emplace_back();
    JoinedLine& joined = lines.back();
    joined.parts.push_back({joined.text.size(), ++number, line});
    goes_on = take_backslash(line);
    joined.text += line;
  }
  return lines;
}

}  // namespace warpledger
