#include "spec/asm_rule.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

using std::string_view;

/// All lines as one text, which statements may go through, and where its pieces came from.
class AsmRule {
 public:
  AsmRule(const std::string& file, const std::vector<JoinedLine>& lines) : file_(file), lines_(lines) {
    for (const JoinedLine& line : lines) {
      starts_.push_back(text_.size());
      comment_starts_.push_back(text_.size() + line.comment_start());
      text_ += line.text + '\n';
    }
  }

  void check() const {
    if (const std::size_t at = lower_case(text_).find("incbin"); at != std::string::npos) refuse_file(at);
    for (std::size_t at = 0; at < text_.size();) {
      const string_view word = word_at(at);
      const std::size_t begin = at;
      at += std::max<std::size_t>(word.size(), 1);
      if ((word == "asm" || word == "__asm" || word == "__asm__") && !is_comment(begin)) check_statement(begin, at);
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

  bool is_comment(std::size_t at) const { return at >= comment_starts_[line_of(at)]; }

  /// The first place from `at` on that is no blank and no comment.
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
      while (at(from) == '"') from = past_blanks(add_literal(begin, from + 1, assembler));
    }
    if (assembler.empty() || (at(from) != ':' && at(from) != ')'))
      refuse(begin, "asm whose text has more than plain string literals",
             "write asm(\"...\"), without macros, prefixes and raw strings");
    if (lower_case(assembler).find(".incbin") != std::string::npos ||
        lower_case(assembler).find(".include") != std::string::npos)
      refuse_file(begin);
  }

  /// Adds what the literal whose content begins at `from` holds; the place past its end.
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
  std::vector<std::size_t> starts_;          ///< of each line in text_
  std::vector<std::size_t> comment_starts_;  ///< of each line's comment in text_; the line's end when it has none
};

}  // namespace

void check_asm(const std::string& file, const std::vector<JoinedLine>& lines) { AsmRule(file, lines).check(); }

}  // namespace warpledger
