#include "base/cpp_comments.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

namespace warpledger {
namespace {

using std::string_view;

string_view behind_blanks(string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\f\r"), text.size()));
}

bool is_raw_string(string_view literal) { return is_raw_prefix(literal.substr(0, literal.find('"'))); }

bool has_plain_delimiter(string_view raw_string) {
  const std::size_t begin = raw_string.find('"') + 1;
  return cpp_word(raw_string.substr(begin)).size() == raw_string.find('(') - begin;
}

/// Characters besides letters and digits that some compiler accepts in a number.
constexpr string_view kOfNumbers = "_.'$\\+-";

/// Characters that end the previous token for every compiler, so that a raw string may follow.
constexpr string_view kBeforePrefixes = " \t\f\r\n(,={[;:?<>&|!";

/// Works on all lines as one text, because tokens may span lines.
class CommentBlanker {
 public:
  explicit CommentBlanker(std::vector<JoinedLine>& lines) : lines_(lines) {
    for (const JoinedLine& line : lines) {
      starts_.push_back(text_.size());
      text_ += line.text + '\n';
    }
  }

  std::size_t run() {
    for (std::size_t at = 0; at < text_.size();) {
      const CppToken token = token_at(at);
      if (is_doubtful(token, at)) return line_of(at);
      if (token.part == CppPart::comment) blank(at, token.text.size());
      at += token.text.size();
    }
    return lines_.size();
  }

 private:
  std::size_t line_of(std::size_t at) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(starts_, at) - starts_.begin()) - 1;
  }

  /// An #include name in <> is one token.
  CppToken token_at(std::size_t at) const {
    const string_view rest = string_view(text_).substr(at);
    if (rest[0] != '<' || directive_before(at) != "include") return cpp_token(rest);
    return {CppPart::literal, rest.substr(0, std::min(rest.find('>'), rest.find('\n') - 1) + 1)};
  }

  /// Returns the directive's name as far as it is before text_[at], or nullopt if the line is not a directive. Comments
  /// before it are already blank.
  std::optional<string_view> directive_before(std::size_t at) const {
    const std::size_t start = starts_[line_of(at)];
    const string_view line = behind_blanks(string_view(text_).substr(start, at - start));
    if (!line.starts_with('#')) return std::nullopt;
    return cpp_word(behind_blanks(line.substr(1)));
  }

  bool is_doubtful(const CppToken& token, std::size_t at) const {
    if (token.part == CppPart::comment) return is_left_open(token.text, at) || crosses_a_seam(token.text, at, true);
    if (token.part == CppPart::word)  // a prefix without its string, or a doubtful separator
      return (is_raw_prefix(token.text) && text_[at + token.text.size()] == '"') ||
             (token.text.find('\'') != token.text.npos && may_go_on_a_name(at));
    if (token.part != CppPart::literal) return false;
    if (token.text.starts_with('<')) return !is_plain_name(token.text);
    if (token.text.starts_with('\'') && may_go_on_a_number(at)) return true;
    const bool raw = is_raw_string(token.text);
    return crosses_a_seam(token.text, at, !raw) || (raw && is_doubtful_raw_string(token.text, at));
  }

  /// g++ ends a raw string at the end of the line in directives and maybe in code that an #if excludes.
  bool is_doubtful_raw_string(string_view literal, std::size_t at) const {
    if (!has_plain_delimiter(literal) || may_be_no_prefix(at)) return true;
    if (literal.find('\n') == literal.npos) return false;
    const auto is_conditional = [](const JoinedLine& line) {
      const string_view text = behind_blanks(line.text);
      return text.starts_with('#') && cpp_word(behind_blanks(text.substr(1))).starts_with("if");
    };
    return directive_before(at) || std::any_of(lines_.begin(), lines_.begin() + line_of(at), is_conditional);
  }

  /// True for $8'0, whose number some compilers read as the end of a name.
  bool may_go_on_a_name(std::size_t at) const {
    return at > 0 && (text_[at - 1] == '$' || text_[at - 1] == '\\' || (text_[at - 1] & 0x80) != 0);
  }

  /// True for 1.R"(a)" or $R"(a)", whose prefix some compilers read as part of the text before it.
  bool may_be_no_prefix(std::size_t at) const {
    return at > 0 && kBeforePrefixes.find(text_[at - 1]) == kBeforePrefixes.npos;
  }

  /// True for 0x1.'a, whose ' some compilers read as part of a number.
  bool may_go_on_a_number(std::size_t at) const {
    const auto is_of_number = [](char c) {
      return std::isalnum(c & 0xff) != 0 || (c & 0x80) != 0 || kOfNumbers.find(c) != kOfNumbers.npos;
    };
    std::size_t begin = at;
    while (begin > 0 && is_of_number(text_[begin - 1])) --begin;
    const string_view before = string_view(text_).substr(begin, at - begin);
    return before.find_first_of("0123456789") != before.npos && cpp_word(before).size() != before.size();
  }

  static bool is_plain_name(string_view name) {
    return name.find_first_of("'\"\\") == name.npos && name.find("//") == name.npos && name.find("/*") == name.npos;
  }

  bool is_left_open(string_view comment, std::size_t at) const {
    const auto directive = directive_before(at);
    return directive && comment.find('\n') != comment.npos &&
           (directive->empty() || directive == "error" || directive == "warning" || directive == "pragma");
  }

  /// True if the token spans lines joined by a backslash. With `only_blanks`, the backslash must be followed by blanks,
  /// which not every compiler accepts.
  bool crosses_a_seam(string_view piece, std::size_t at, bool only_blanks) const {
    const std::size_t end = at + piece.size();
    for (std::size_t number = line_of(at); number < lines_.size() && starts_[number] < end; ++number) {
      const std::vector<JoinedLine::Part>& parts = lines_[number].parts;
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::size_t seam = starts_[number] + parts[i].start;
        if (seam > at && seam <= end && !(only_blanks && parts[i - 1].whole.ends_with('\\'))) return true;
      }
    }
    return false;
  }

  void blank(std::size_t at, std::size_t bytes) {
    std::size_t line = line_of(at);
    for (std::size_t i = at; i < at + bytes; ++i)
      if (text_[i] == '\n')
        ++line;
      else
        text_[i] = lines_[line].text[i - starts_[line]] = ' ';
  }

  std::vector<JoinedLine>& lines_;
  std::string text_;
  std::vector<std::size_t> starts_;
};

}  // namespace

std::size_t blank_comments(std::vector<JoinedLine>& lines) { return CommentBlanker(lines).run(); }

}  // namespace warpledger
