#include "spec/include_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "base/cpp_comments.h"
#include "base/cpp_text.h"
#include "model/program.h"
#include "spec/asm_rule.h"
#include "spec/left_out_code.h"

namespace warpledger {
namespace {

using std::string_view;

constexpr string_view kBlanks = " \t\f\r";

string_view without_blanks(string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

template <std::size_t n>
bool is_one_of(string_view word, const std::array<string_view, n>& words) {
  return std::ranges::find(words, word) != words.end();
}

constexpr std::array<string_view, 14> kDirectives = {"",      "include", "define", "undef",   "if",
                                                     "ifdef", "ifndef",  "elif",   "elifdef", "elifndef",
                                                     "else",  "endif",   "error",  "warning"};
/// Pragmas that affect code or messages and open no file.
constexpr std::array<string_view, 9> kPragmas = {"once",         "unroll",           "nounroll",
                                                 "region",       "endregion",        "diag_suppress",
                                                 "diag_default", "nv_diag_suppress", "nv_diag_default"};
constexpr std::array<string_view, 3> kCompilerPragmas = {"GCC unroll", "GCC diagnostic", "clang loop"};
/// Directives that open a file. On a continued line, other words after # may be operands of a macro.
constexpr std::array<string_view, 5> kOpeners = {"include", "include_next", "import", "embed", "include_alias"};

/// True for blanks and bytes that some compilers treat as blanks.
bool may_be_blank(char c) { return kBlanks.find(c) != string_view::npos || (c & 0x80) != 0; }

bool leads_up(const std::filesystem::path& name) { return std::find(name.begin(), name.end(), "..") != name.end(); }

class Rule {
 public:
  Rule(const std::string& file, const std::vector<JoinedLine>& lines) : file_(file), lines_(lines) {}

  /// Trigraphs in comments count, because they can change where a comment ends. Requires lines with comments.
  void check_trigraphs() const {
    for (const JoinedLine& line : lines_)
      for (const char* trigraph : {"?\?=", "?\?/"})
        if (const std::size_t at = line.text.find(trigraph); at != std::string::npos)
          refuse(line, at, fmt::format("the trigraph {}", trigraph), "write the character itself");
  }

  std::vector<QuotedInclude> includes() {
    for (const JoinedLine& line : lines_) {
      check_words(line);
      check_directives(line, line.parts.size() > 1);
      for (std::size_t part = 1; part < line.parts.size(); ++part) check_continuation(line, part);
    }
    return std::move(includes_);
  }

 private:
  [[noreturn]] void refuse(const JoinedLine& line, std::size_t at, std::string what, std::string hint) const {
    throw Error(line.place(file_, at), std::move(what), std::move(hint));
  }

  void check_words(const JoinedLine& line) const {
    const string_view code = line.text;
    for (const char* word : {"__has_include", "__has_embed"})
      if (const std::size_t at = code.find(word); at != string_view::npos)
        refuse(line, at, fmt::format("'{}' asks for files outside the submission", word),
               "include what the kernels need");
    check_pragma_operator(line, code);
    check_pasted_pragma(line);
  }

  /// ## could build _Pragma from parts.
  void check_pasted_pragma(const JoinedLine& line) const {
    constexpr string_view kOperator = "_Pragma";
    for (string_view rest = line.text; !rest.empty();) {
      const string_view word = cpp_word(rest);
      const bool is_begin = word.size() > 2 && word != kOperator && kOperator.starts_with(word);
      if (is_begin || word == "Pragma" || word == "ragma")
        refuse(line, line.text.size() - rest.size(), fmt::format("'{}', which could become _Pragma", word),
               "give it another name");
      rest.remove_prefix(std::max<std::size_t>(word.size(), 1));
    }
  }

  void check_pragma_operator(const JoinedLine& line, string_view text) const {
    constexpr string_view kOperator = "_Pragma";
    for (std::size_t at = text.find(kOperator); at != string_view::npos; at = text.find(kOperator, at + 1)) {
      string_view rest = without_blanks(text.substr(at + kOperator.size()));
      if (rest.starts_with('(')) rest = without_blanks(rest.substr(1));
      if (!rest.starts_with('"')) refuse(line, at, "_Pragma of something other than a plain string", "write #pragma");
      check_pragma(line, at, rest.substr(1));
    }
  }

  void check_pragma(const JoinedLine& line, std::size_t at, string_view rest) const {
    rest = without_blanks(rest);
    const string_view word = cpp_word(rest);
    if (is_one_of(word, kPragmas)) return;
    const string_view second = cpp_word(without_blanks(rest.substr(word.size())));
    if (is_one_of(fmt::format("{} {}", word, second), kCompilerPragmas)) return;
    refuse(line, at, fmt::format("'#pragma {}' is not one that a submission may use", word),
           "remove it; #pragma once, unroll and nounroll are allowed");
  }

  /// Checks every # that a compiler could take for a directive. `continued`: the line spans several lines of the file.
  void check_directives(const JoinedLine& line, bool continued) {
    const string_view text = line.text;
    bool only_blanks = true, comment_ended = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const string_view rest = text.substr(at);
      if (only_blanks || comment_ended) {
        if (rest.starts_with("%:")) refuse(line, at, "a directive that begins with %:", "write #");
        if (rest.starts_with('#')) check_directive(line, at, text, continued);
      }
      only_blanks = only_blanks && may_be_blank(text[at]);
      comment_ended = comment_ended || rest.starts_with("*/");
    }
  }

  void check_directive(const JoinedLine& line, std::size_t at, string_view text, bool continued) {
    const string_view rest = without_blanks(text.substr(at + 1));
    if (rest.starts_with('#')) return;
    if (rest.starts_with("/*") || rest.starts_with('\\') || (!rest.empty() && (rest[0] & 0x80) != 0))
      refuse(line, at, "a directive whose name does not directly follow its #", "write it plainly: #include \"name\"");
    const string_view word = cpp_word(rest);
    if (word == "pragma") return check_pragma(line, at, rest.substr(word.size()));
    if (!is_one_of(word, kDirectives))
      refuse(line, at, fmt::format("the directive '#{}' is not one that a submission may use", word), "remove it");
    if (word == "undef") check_undef(line, at, without_blanks(rest.substr(word.size())));
    if (word != "include") return;
    if (continued) refuse(line, at, "an #include that continues on the next line", "write it on one line");
    add_include(line, at, without_blanks(rest.substr(word.size())));
  }

  /// blank_left_out_code() relies on kDeviceCompilerMacro staying defined.
  void check_undef(const JoinedLine& line, std::size_t at, string_view operand) const {
    const string_view name = cpp_word(operand);
    if (name == kDeviceCompilerMacro)
      refuse(line, at, fmt::format("an #undef of {}", kDeviceCompilerMacro),
             "remove it: it tells code of the device from the host's");
    const string_view after = without_blanks(operand.substr(name.size()));
    if (name.empty() || (!after.empty() && !after.starts_with('/')))
      refuse(line, at, "an #undef that is not written plainly", "write #undef NAME");
  }

  /// Checks a line after a backslash separately as well, because raw strings do not continue lines.
  void check_continuation(const JoinedLine& line, std::size_t part) const {
    const string_view text = line.part(part);
    const std::size_t at = std::min(text.find_first_not_of(kBlanks), text.size());
    if (!text.substr(at).starts_with('#')) return;
    const string_view word = cpp_word(without_blanks(text.substr(at + 1)));
    if (word == "undef" || is_one_of(word, kOpeners))
      refuse(line, line.parts[part].start + at,
             fmt::format("an #{} on a line that continues the previous one", word == "undef" ? "undef" : "include"),
             "write it on a separate line");
  }

  void add_include(const JoinedLine& line, std::size_t at, string_view operand) {
    const char close = operand.starts_with('"') ? '"' : operand.starts_with('<') ? '>' : '\0';
    const std::size_t end = close ? operand.find(close, 1) : string_view::npos;
    const string_view after = end == string_view::npos ? "x" : without_blanks(operand.substr(end + 1));
    if (!after.empty() && !after.starts_with("//") && !after.starts_with("/*"))
      refuse(line, at, "an #include that is not written plainly", "write #include \"name\" or #include <name>");
    const std::string name(operand.substr(1, end - 1));
    if (name.find_first_of("'\"") != std::string::npos || name.find("//") != std::string::npos ||
        name.find("/*") != std::string::npos)
      refuse(line, at, "an #include of a name with a quote or a comment", "rename the file");
    const auto column = static_cast<std::size_t>(operand.data() - line.text.data()) + 1;
    refuse_outside(line, column, name, close);
    if (close == '"') includes_.push_back({name, line.place(file_, column)});
  }

  /// True if a name with ".." goes up only at its start, at most kMostFoldersUp levels, and stays in the submission.
  bool stays_inside(const std::string& name) const {
    std::string_view below = name;
    std::size_t up = 0;
    for (; below.starts_with("../"); below.remove_prefix(3)) ++up;
    const std::filesystem::path reached = (std::filesystem::path(file_).parent_path() / name).lexically_normal();
    return up <= kMostFoldersUp && !leads_up(below) && !file_.starts_with('/') && *reached.begin() != "..";
  }

  void refuse_outside(const JoinedLine& line, std::size_t at, const std::string& name, char close) const {
    const bool is_relative = !name.empty() && std::filesystem::path(name).is_relative();
    if (is_relative && name.find('\\') == std::string::npos &&
        (!leads_up(name) || (close == '"' && stays_inside(name))))
      return;
    refuse(line, at, fmt::format("'{}' is outside the submission", name),
           "a submission includes its own files by \"name\", and the toolkit's headers by <name>");
  }

  const std::string& file_;
  const std::vector<JoinedLine>& lines_;
  std::vector<QuotedInclude> includes_;
};

}  // namespace

std::vector<QuotedInclude> checked_includes(const SourceFile& file) {
  std::vector<JoinedLine> lines = joined_lines(file.text);
  Rule rule(file.name, lines);
  rule.check_trigraphs();
  const std::size_t certain = blank_comments(lines);
  blank_left_out_code(lines, certain);
  std::vector<QuotedInclude> includes = rule.includes();
  check_asm(file.name, lines, certain);
  return includes;
}

std::vector<QuotedInclude> unchecked_includes(const SourceFile& file) {
  std::vector<JoinedLine> lines = joined_lines(file.text);
  blank_left_out_code(lines, blank_comments(lines));
  std::vector<QuotedInclude> includes;
  for (const JoinedLine& line : lines) {
    string_view text = without_blanks(line.text);
    for (const string_view expected : {"#", "include"}) {
      text = text.starts_with(expected) ? without_blanks(text.substr(expected.size())) : string_view();
    }
    const std::size_t end = text.find('"', 1);
    if (!text.starts_with('"') || end == string_view::npos) continue;
    const std::size_t at = line.text.size() - text.size() + 1;
    includes.push_back({std::string(text.substr(1, end - 1)), line.place(file.name, at)});
  }
  return includes;
}

}  // namespace warpledger
