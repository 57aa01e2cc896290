#include "spec/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <vector>

#include "base/text.h"

namespace warpledger {
namespace {

constexpr std::array<std::string_view, 3> kFunctionsOfTypes = {"ulp", "smallest", "sizeof"};
constexpr std::array<std::string_view, 3> kFunctionsOfFiles = {"file_rows", "file_columns", "file_nonzeros"};

struct Token {
  std::string_view text;
  std::size_t begin = 0;
};

std::size_t length_of_token(std::string_view rest) {
  if (rest[0] == '\'') {
    const std::size_t end = rest.find('\'', 1);
    return end == std::string_view::npos ? rest.size() : end + 1;
  }
  std::size_t length = 0;
  while (length < rest.size() && (is_name_character(rest[length]) || rest[length] == '.')) ++length;
  if (length > 0) return length;
  constexpr std::array<std::string_view, 6> kPairs = {"==", "!=", "<=", ">=", "&&", "||"};
  return std::ranges::count(kPairs, rest.substr(0, 2)) > 0 ? 2 : 1;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    const std::size_t length = length_of_token(text.substr(at));
    tokens.push_back({text.substr(at, length), at});
    at += length;
  }
  return tokens;
}

/// Looks at what stands around each word of an expression.
class WordRule {
 public:
  WordRule(const std::vector<Token>& tokens, const Symbols& symbols) : tokens_(tokens), symbols_(symbols) {}

  std::optional<SyntaxProblem> problem() const {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is_quoted(i))
        if (auto unknown = problem_of_quoted(i)) return unknown;
      if (is_word(i) && !is_argument(i) && !is_compared(i))
        return SyntaxProblem{tokens_[i].begin, fmt::format("{} is a word, not a number", tokens_[i].text),
                             "compare it with another: mode == 'vector'"};
      if (is_of_files(i) && !(is_file(i + 2) && is_argument(i + 2)))
        return SyntaxProblem{tokens_[i].begin, fmt::format("{} is a function of a data file", tokens_[i].text),
                             fmt::format("write {}(p) of a parameter p of type `file`", tokens_[i].text)};
      if (is_of_types(i) && !(is_word(i + 2) && is_argument(i + 2)))
        return SyntaxProblem{
            tokens_[i].begin, fmt::format("{} is a function of an element type", tokens_[i].text),
            fmt::format("write {0}('f16'), or {0}(p) of a parameter p of type `type`", tokens_[i].text)};
    }
    return std::nullopt;
  }

 private:
  std::string_view text(std::size_t i) const { return i < tokens_.size() ? tokens_[i].text : std::string_view(); }
  bool is_quoted(std::size_t i) const { return text(i).starts_with('\''); }
  bool is_of_types(std::size_t i) const { return std::ranges::count(kFunctionsOfTypes, text(i)) > 0; }
  bool is_of_files(std::size_t i) const { return std::ranges::count(kFunctionsOfFiles, text(i)) > 0; }
  bool is_file(std::size_t i) const {
    const auto slot = symbols_.find(text(i));
    return slot && symbols_.values_of(*slot) == Symbols::Values::files;
  }

  bool is_word(std::size_t i) const {
    const auto slot = symbols_.find(text(i));
    return is_quoted(i) || (slot && symbols_.has_words(*slot));
  }

  std::optional<SyntaxProblem> problem_of_quoted(std::size_t i) const {
    const std::string word(text(i).substr(1, std::max<std::size_t>(text(i).size(), 2) - 2));
    if (text(i).size() < 3 || !text(i).ends_with('\'')) return SyntaxProblem{tokens_[i].begin, "a quote is not closed"};
    if (symbols_.find_word(word)) return std::nullopt;
    return SyntaxProblem{tokens_[i].begin, fmt::format("no parameter has the value '{}'", word),
                         did_you_mean(word, symbols_.words_in_sight())};
  }

  bool is_argument(std::size_t i) const {
    return i >= 2 && (is_of_types(i - 2) || is_of_files(i - 2)) && text(i - 1) == "(" && text(i + 1) == ")";
  }

  bool compares(std::size_t left) const {
    constexpr std::array<std::string_view, 7> kBefore = {"", "(", ",", "?", ":", "&&", "||"};
    constexpr std::array<std::string_view, 7> kBehind = {"", ")", ",", "?", ":", "&&", "||"};
    return is_word(left) && (text(left + 1) == "==" || text(left + 1) == "!=") && is_word(left + 2) &&
           std::ranges::count(kBefore, left == 0 ? "" : text(left - 1)) > 0 &&
           std::ranges::count(kBehind, text(left + 3)) > 0;
  }
  bool is_compared(std::size_t i) const { return compares(i) || (i >= 2 && compares(i - 2)); }

  const std::vector<Token>& tokens_;
  const Symbols& symbols_;
};

}  // namespace

CodedText with_codes(const std::string& text, const Symbols& symbols) {
  const std::vector<Token> tokens = tokens_of(text);
  CodedText coded{text, WordRule(tokens, symbols).problem()};
  if (coded.problem) return coded;
  for (const Token& token : tokens) {
    if (!token.text.starts_with('\'')) continue;
    const std::string code = std::to_string(*symbols.find_word(token.text.substr(1, token.text.size() - 2)));
    const std::size_t padding = std::max(token.text.size(), code.size()) - code.size();
    coded.text.replace(token.begin, token.text.size(), code + std::string(padding, ' '));
  }
  return coded;
}

std::optional<std::string> problem_of_word(std::string_view word) {
  constexpr std::size_t kLongestWord = 60;
  constexpr std::string_view kMarks = "_-+=.:<>/";
  const auto is_allowed = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || kMarks.find(c) != std::string_view::npos;
  };
  double number = 0;
  if (word.empty()) return "a word has at least one character";
  if (word.size() > kLongestWord) return fmt::format("a word has at most {} characters", kLongestWord);
  if (!std::ranges::all_of(word, is_allowed)) return fmt::format("a word consists of letters, digits and {}", kMarks);
  if (std::from_chars(word.data(), word.data() + word.size(), number).ptr == word.data() + word.size())
    return "it is a number: such a parameter has type int or float";
  return std::nullopt;
}

}  // namespace warpledger
