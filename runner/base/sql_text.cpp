#include "base/sql_text.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.h"

namespace warpledger {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0; }

/// The quoted text that begins at `at`, where a doubled quote stands for one; moves `at` behind it.
std::string read_quoted(std::string_view line, std::size_t& at) {
  const char quote = line[at++];
  std::string text;
  for (; at < line.size(); ++at) {
    if (line[at] == quote && (at + 1 == line.size() || line[at + 1] != quote)) break;
    if (line[at] == quote) ++at;
    text += line[at];
  }
  at = std::min(at + 1, line.size());
  return text;
}

std::string quoted(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) {
    if (c == quote) result += quote;
    result += c;
  }
  return result + quote;
}

/// Behind the comment or quoted piece that begins at `at`; `at` when none does.
std::size_t behind_piece(std::string_view sql, std::size_t at) {
  constexpr std::string_view kQuotes = "'\"`";
  const std::string_view rest = sql.substr(at);
  if (kQuotes.find(sql[at]) != kQuotes.npos) {
    read_quoted(sql, at);
    return at;
  }
  for (const auto& [open, close] : {std::pair("--", "\n"), std::pair("/*", "*/"), std::pair("[", "]")})
    if (rest.starts_with(open)) {
      const std::size_t end = sql.find(close, at + std::string_view(open).size());
      return end == std::string_view::npos ? sql.size() : end + std::string_view(close).size();
    }
  return at;
}

}  // namespace

SqlLine read_sql_line(std::string_view line) {
  SqlLine result;
  std::size_t at = 0;
  while (at < line.size() && !line.substr(at).starts_with("--")) {
    if (line[at] == '"') {
      result.name = read_quoted(line, at);
    } else if (line[at] == '\'') {
      read_quoted(line, at);
      result.name.clear();
    } else if (in_word(line[at])) {
      const std::size_t start = at;
      while (at < line.size() && in_word(line[at])) ++at;
      result.name = line.substr(start, at - start);
    } else {
      // After an operator or a bracket the line no longer ends with the name that came before.
      if (std::string_view(" \t,").find(line[at]) == std::string_view::npos) result.name.clear();
      ++at;
    }
  }
  result.code = trim(line.substr(0, at));
  if (at < line.size()) result.comment = trim(line.substr(at + 2));
  return result;
}

std::optional<std::size_t> stray_parenthesis(std::string_view sql) {
  int open = 0;
  for (std::size_t at = 0; at < sql.size();) {
    const std::size_t behind = behind_piece(sql, at);
    if (sql[at] == '(') ++open;
    if (sql[at] == ')' && --open < 0) return at;
    at = std::max(behind, at + 1);
  }
  return std::nullopt;
}

std::string without_comments(std::string_view sql) {
  std::string text;
  for (std::size_t at = 0; at < sql.size();) {
    const std::size_t behind = std::max(behind_piece(sql, at), at + 1);
    const bool is_comment = sql.substr(at).starts_with("--") || sql.substr(at).starts_with("/*");
    text += is_comment ? " " : sql.substr(at, behind - at);
    at = behind;
  }
  return text;
}

std::string quoted_name(std::string_view name) { return quoted(name, '"'); }
std::string quoted_text(std::string_view text) { return quoted(text, '\''); }

std::string quoted_list(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  quoted.reserve(texts.size());
  for (const std::string& text : texts) quoted.push_back(quoted_text(text));
  return "(" + join(quoted) + ")";
}

}  // namespace warpledger
