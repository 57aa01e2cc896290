#include "spec/asm_rule.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

using std::string_view;

/// Represents a macro parameter in assembler text.
constexpr char kParameter = '#';

/// Joins all lines, because statements may span several.
class AsmRule {
 public:
  AsmRule(const std::string& file, const std::vector<JoinedLine>& lines, std::size_t certain)
      : file_(file), lines_(lines) {
    for (const JoinedLine& line : lines) {
      starts_.push_back(text_.size());
      text_ += line.text + '\n';
    }
    doubtful_from_ = certain < lines.size() ? starts_[certain] : text_.size();
  }

  void check() const {
    if (const std::size_t at = lower_case(text_).find("incbin"); at != std::string::npos) refuse_file(at);
    for (std::size_t at = 0; at < text_.size();) {
      const string_view word = at < doubtful_from_ ? cpp_token(string_view(text_).substr(at)).text : word_at(at);
      const std::size_t begin = at;
      at += std::max<std::size_t>(word.size(), 1);
      if (word == "asm" || word == "__asm" || word == "__asm__") check_statement(begin, at);
    }
  }

 private:
  [[noreturn]] void refuse(std::size_t at, std::string what, std::string hint) const {
    const std::size_t line = line_of(at);
    throw Error(lines_[line].place(file_, at - starts_[line]), std::move(what), std::move(hint));
  }
  [[noreturn]] void refuse_file(std::size_t at) const {
    refuse(at, "assembler text that opens a file", "remove it: a submission consists of its own files only");
  }

  std::size_t line_of(std::size_t at) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(starts_, at) - starts_.begin()) - 1;
  }

  string_view word_at(std::size_t at) const { return cpp_word(string_view(text_).substr(at)); }

  bool is_in_define(std::size_t at) const {
    const string_view line = string_view(text_).substr(past_blanks(starts_[line_of(at)]));
    return line.starts_with('#') && cpp_word(line.substr(line.find_first_not_of(" \t", 1))) == "define";
  }

  std::size_t past_blanks(std::size_t at) const {
    while (at < text_.size()) {
      const CppToken token = cpp_token(string_view(text_).substr(at));
      if (token.part != CppPart::blank && token.part != CppPart::comment) break;
      at += token.text.size();
    }
    return at;
  }

  char at(std::size_t place) const { return place < text_.size() ? text_[place] : '\0'; }

  void check_statement(std::size_t begin, std::size_t from) const {
    constexpr std::array<string_view, 3> kQualifiers = {"volatile", "__volatile__", "__volatile"};
    from = past_blanks(from);
    while (std::ranges::find(kQualifiers, word_at(from)) != kQualifiers.end())
      from = past_blanks(from + word_at(from).size());
    std::string assembler;
    if (at(from) == '(') {
      from = past_blanks(from + 1);
      for (;; from = past_blanks(from)) {
        if (at(from) == '"') {
          from = add_literal(begin, from + 1, assembler);
        } else if (at(from) == '#' && is_in_define(from) && !word_at(past_blanks(from + 1)).empty()) {
          from = past_blanks(from + 1);
          from += word_at(from).size();
          check_parameter(begin, assembler);
        } else {
          break;
        }
      }
    }
    if (assembler.empty() || (at(from) != ':' && at(from) != ')'))
      refuse(begin, "asm whose text has more than plain string literals",
             "write asm(\"...\"), without macros, prefixes and raw strings");
    if (lower_case(assembler).find(".incbin") != std::string::npos ||
        lower_case(assembler).find(".include") != std::string::npos)
      refuse_file(begin);
  }

  /// A parameter after `assembler` must not become a directive, which starts a statement with a dot.
  void check_parameter(std::size_t begin, std::string& assembler) const {
    const std::size_t end = assembler.find_last_of("\n;{}");
    std::string statement = assembler.substr(end == std::string::npos ? 0 : end + 1);
    statement.erase(0, statement.find_first_not_of(" \t"));
    if (statement.empty() || statement.starts_with('.') || statement.ends_with(": ") || statement.ends_with(":.") ||
        (statement.ends_with(':') && !statement.ends_with("::")))
      refuse(begin, "asm whose text has a macro's parameter where a directive may stand",
             "write the instruction's name: asm(\"ld\" #how \"...\")");
    assembler += kParameter;
  }

  /// Appends the literal whose content begins at `from`; returns the position after it.
  std::size_t add_literal(std::size_t begin, std::size_t from, std::string& assembler) const {
    for (; at(from) != '"'; ++from) {
      if (at(from) == '\\' && at(from + 1) != 'n' && at(from + 1) != 't')
        refuse(begin, "asm whose text has an escape other than \\n and \\t", "write the characters themselves");
      if (at(from) == '\n' || at(from) == '\0')
        refuse(begin, "asm whose text does not end on its line", "close the string with \"");
      if (at(from) == '\\')
        assembler += text_[++from] == 'n' ? '\n' : '\t';
      else
        assembler += text_[from];
    }
    return from + 1;
  }

  const std::string& file_;
  const std::vector<JoinedLine>& lines_;
  std::string text_;
  std::vector<std::size_t> starts_;  ///< start of each line in text_
  std::size_t doubtful_from_ = 0;    ///< from here on in text_, comments and strings may be code
};

}  // namespace

void check_asm(const std::string& file, const std::vector<JoinedLine>& lines, std::size_t certain) {
  AsmRule(file, lines, certain).check();
}

}  // namespace warpledger
