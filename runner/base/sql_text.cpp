#include "base/sql_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/text.h"

namespace warpledger {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0; }

/// Moves past the text at `at`. A doubled quote means one quote.
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

/// Returns `at` if there is no comment.
std::size_t end_of_comment(std::string_view sql, std::size_t at) {
  for (const auto& [open, close] : {std::pair<std::string_view, std::string_view>("--", "\n"), {"/*", "*/"}}) {
    if (!sql.substr(at).starts_with(open)) continue;
    const std::size_t end = sql.find(close, at + open.size());
    return end == std::string_view::npos ? sql.size() : end + close.size();
  }
  return at;
}

/// Moves past a number: 1, 0x1f, 1.5e-3, 1_000.
void skip_number(std::string_view sql, std::size_t& at) {
  const std::size_t begin = at;
  while (at < sql.size() && (in_word(sql[at]) || sql[at] == '.')) {
    const bool has_exponent = (sql[at] == 'e' || sql[at] == 'E') && !sql.substr(begin).starts_with("0x");
    const bool has_sign = at + 1 < sql.size() && (sql[at + 1] == '+' || sql[at + 1] == '-');
    at += has_exponent && has_sign ? 2 : 1;
  }
}

/// Sets the rest of the token that starts at `begin`.
void read_token(std::string_view sql, SqlToken& token) {
  constexpr std::array<std::string_view, 10> kLongSymbols = {
      "->>", "->", "==", "<>", "!=", "<=", ">=", "||", "<<", ">>"};
  std::size_t at = token.begin;
  const char first = sql[at];
  const auto is_digit = [&](std::size_t i) {
    return i < sql.size() && std::isdigit(static_cast<unsigned char>(sql[i])) != 0;
  };
  if (first == '\'' || first == '"' || first == '`') {
    token.kind = first == '\'' ? SqlToken::Kind::text : SqlToken::Kind::quoted_name;
    token.text = read_quoted(sql, at);
  } else if (first == '[') {
    token.kind = SqlToken::Kind::quoted_name;
    at = std::min(sql.find(']', at), sql.size() - 1) + 1;
    token.text = sql.substr(token.begin + 1, at - token.begin - (sql[at - 1] == ']' ? 2 : 1));
  } else if (is_digit(at) || (first == '.' && is_digit(at + 1))) {
    token.kind = SqlToken::Kind::number;
    skip_number(sql, at);
    token.text = sql.substr(token.begin, at - token.begin);
  } else if (in_word(first)) {
    token.kind = SqlToken::Kind::word;
    while (at < sql.size() && in_word(sql[at])) ++at;
    token.text = lower_case(sql.substr(token.begin, at - token.begin));
  } else {
    const auto symbol = std::ranges::find_if(kLongSymbols, [&](auto text) { return sql.substr(at).starts_with(text); });
    token.text = symbol == kLongSymbols.end() ? std::string(1, first) : std::string(*symbol);
    at += token.text.size();
  }
  token.end = at;
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
      // The line does not end with the previous name.
      if (std::string_view(" \t,").find(line[at]) == std::string_view::npos) result.name.clear();
      ++at;
    }
  }
  result.code = trim(line.substr(0, at));
  if (at < line.size()) result.comment = trim(line.substr(at + 2));
  return result;
}

std::vector<SqlToken> sql_tokens(std::string_view sql) {
  std::vector<SqlToken> tokens;
  for (std::size_t at = 0; at < sql.size();) {
    if (const std::size_t end = end_of_comment(sql, at); end > at) {
      at = end;
    } else if (std::isspace(static_cast<unsigned char>(sql[at])) != 0) {
      ++at;
    } else {
      SqlToken& token = tokens.emplace_back();
      token.begin = at;
      read_token(sql, token);
      at = token.end;
    }
  }
  return tokens;
}

std::optional<std::size_t> stray_parenthesis(std::string_view sql) {
  int open = 0;
  for (const SqlToken& token : sql_tokens(sql)) {
    if (token.kind != SqlToken::Kind::symbol) continue;
    if (token.text == "(") ++open;
    if (token.text == ")" && --open < 0) return token.begin;
  }
  return std::nullopt;
}

std::string without_comments(std::string_view sql) {
  std::string text;
  for (std::size_t at = 0; at < sql.size();) {
    if (const std::size_t end = end_of_comment(sql, at); end > at) {
      text += ' ';
      at = end;
      continue;
    }
    SqlToken token{.begin = at};
    read_token(sql, token);
    text += sql.substr(at, token.end - at);
    at = token.end;
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
