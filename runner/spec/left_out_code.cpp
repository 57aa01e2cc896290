#include "spec/left_out_code.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace warpledger {
namespace {

using std::string_view;

constexpr string_view kSpacesInLine = " \t\f\r";
/// Characters that may directly follow a directive's name. Some compilers treat $ and non-ASCII letters as part of it.
constexpr string_view kBehindName = " \t\f\r(!\"<";

enum class Truth { no, unknown, yes };

Truth opposite(Truth truth) {
  if (truth == Truth::unknown) return truth;
  return truth == Truth::yes ? Truth::no : Truth::yes;
}

string_view behind_spaces(string_view text) {
  return text.substr(std::min(text.find_first_not_of(kSpacesInLine), text.size()));
}

string_view trimmed(string_view text) {
  text = behind_spaces(text);
  return text.substr(0, text.find_last_not_of(kSpacesInLine) + 1);
}

bool asks_for_defined(string_view condition) {
  constexpr string_view kOperator = "defined";
  if (!condition.starts_with(kOperator)) return false;
  const string_view operand = condition.substr(kOperator.size());
  return operand == "(" + std::string(kDeviceCompilerMacro) + ")" || operand == " " + std::string(kDeviceCompilerMacro);
}

/// Evaluates the condition of #if, #ifdef or #ifndef; unknown unless written in one of these forms.
Truth truth_of(string_view name, string_view condition) {
  condition = trimmed(condition);
  if (name == "ifdef" || name == "ifndef")
    return condition != kDeviceCompilerMacro ? Truth::unknown : name == "ifdef" ? Truth::yes : Truth::no;
  if (condition == "0") return Truth::no;
  if (condition == "1" || asks_for_defined(condition)) return Truth::yes;
  return condition.starts_with('!') && asks_for_defined(behind_spaces(condition.substr(1))) ? Truth::no
                                                                                            : Truth::unknown;
}

/// A line that may be a directive.
struct Directive {
  string_view name, rest;
  bool plain = true;

  explicit Directive(string_view line) {
    const string_view hash = behind_spaces(line).substr(0, 1);
    rest = behind_spaces(behind_spaces(line).substr(hash.size()));
    name = cpp_word(rest);
    rest.remove_prefix(name.size());
    plain = hash == "#" && !name.empty() && (rest.empty() || kBehindName.find(rest[0]) != rest.npos);
  }
};

bool may_be_directive(string_view line) {
  const auto is_blank = [](char c) { return kSpacesInLine.find(c) != kSpacesInLine.npos || (c & 0x80) != 0; };
  const string_view text(std::ranges::find_if_not(line, is_blank), line.end());
  return text.starts_with('#') || text.starts_with("%:");
}

/// True if a comment continues on the next line, judging by this line only.
bool leaves_comment_open(string_view whole) {
  const std::size_t begin = whole.rfind("/*");
  return begin != whole.npos && whole.find("*/", begin + 2) == whole.npos;
}

/// True if a literal continues, or may continue, on the next line.
bool leaves_literal_open(string_view line) {
  while (!line.empty()) {
    const CppToken token = cpp_token(line);
    line.remove_prefix(token.text.size());
    if (token.part != CppPart::literal || !line.empty()) continue;
    return token.text.size() < 2 || token.text.front() != token.text.back() || token.text.ends_with("\\\"") ||
           token.text.ends_with("\\'");
  }
  return false;
}

bool is_doubtful(const JoinedLine& line) {
  if (leaves_literal_open(line.text)) return true;
  for (std::size_t part = 0; part < line.parts.size(); ++part) {
    const string_view text = line.part(part);
    if (!may_be_directive(text)) continue;
    const string_view whole = line.parts[part].whole;
    // A comment from an earlier line is blank in `text` but not in `whole`.
    if (!behind_spaces(whole).starts_with('#') || text.find('#') != whole.find('#') || leaves_comment_open(whole))
      return true;
    const Directive directive(text);
    if (part > 0 || !directive.plain || (line.parts.size() > 1 && directive.name != "define")) return true;
  }
  return false;
}

class Conditions {
 public:
  /// Processes a line; false for an unmatched #else or #endif.
  bool take(string_view line) {
    if (!may_be_directive(line)) return true;
    const Directive directive(line);
    const bool begins = directive.name.starts_with("if");
    if (begins && std::ranges::count(kBegins, directive.name) == 0) return true;
    if (!begins && std::ranges::count(kGoesOn, directive.name) == 0) return true;
    if (!begins && open_.empty()) return false;
    if (begins) open_.push_back({});
    if (directive.name == "endif")
      open_.pop_back();
    else if (directive.name.starts_with("elif"))
      open_.back() = {Truth::unknown, Truth::unknown};  // not every compiler supports #elifdef or evaluates a skipped
                                                        // #elif
    else
      open_.back().take(directive.name == "else" ? Truth::yes : truth_of(directive.name, directive.rest));
    return true;
  }

  bool leave_out() const {
    return std::ranges::any_of(open_, [](const Chain& chain) { return chain.branch == Truth::no; });
  }

 private:
  static constexpr std::array<string_view, 3> kBegins = {"if", "ifdef", "ifndef"};
  static constexpr std::array<string_view, 5> kGoesOn = {"elif", "elifdef", "elifndef", "else", "endif"};

  /// An #if and its branches; the first whose condition holds is compiled.
  struct Chain {
    Truth branch = Truth::no;  ///< the current branch is compiled
    Truth taken = Truth::no;   ///< a branch was compiled so far

    void take(Truth condition) {
      branch = std::min(condition, opposite(taken));
      taken = std::max(taken, branch);
    }
  };
  std::vector<Chain> open_;
};

}  // namespace

void blank_left_out_code(std::vector<JoinedLine>& lines, std::size_t certain) {
  Conditions conditions;
  for (std::size_t i = 0; i < certain; ++i) {
    if (is_doubtful(lines[i]) || !conditions.take(lines[i].text)) return;
    if (conditions.leave_out()) std::ranges::fill(lines[i].text, ' ');
  }
}

}  // namespace warpledger
