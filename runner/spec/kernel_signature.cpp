#include "spec/kernel_signature.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "base/cpp_text.h"
#include "base/text.h"

namespace warpledger {
namespace {

using Form = KernelParameter::Form;

struct SourceToken {
  std::string text;
  std::size_t line = 0;
};

/// Returns words and single characters, without comments and literals.
std::vector<SourceToken> source_tokens(std::string_view text) {
  std::vector<SourceToken> tokens;
  std::size_t line = 1;
  while (!text.empty()) {
    const CppToken token = cpp_token(text);
    if (token.part == CppPart::word || token.part == CppPart::mark) tokens.push_back({std::string(token.text), line});
    line += static_cast<std::size_t>(std::ranges::count(token.text, '\n'));
    text.remove_prefix(token.text.size());
  }
  return tokens;
}

/// Returns the number type that `words` name; Form::other for other types.
KernelParameter number_of(const std::vector<std::string>& words) {
  static const std::map<std::string_view, KernelParameter> types = {
      {"float", {.form = Form::floating, .bytes = 4}},   {"double", {.form = Form::floating, .bytes = 8}},
      {"bool", {.form = Form::integer, .bytes = 1}},     {"char", {.form = Form::integer, .bytes = 1}},
      {"short", {.form = Form::integer, .bytes = 2}},    {"int", {.form = Form::integer, .bytes = 4}},
      {"long", {.form = Form::integer, .bytes = 8}},     {"size_t", {.form = Form::integer, .bytes = 8}},
      {"int32_t", {.form = Form::integer, .bytes = 4}},  {"uint32_t", {.form = Form::integer, .bytes = 4}},
      {"int64_t", {.form = Form::integer, .bytes = 8}},  {"uint64_t", {.form = Form::integer, .bytes = 8}},
      {"unsigned", {.form = Form::integer, .bytes = 4}}, {"signed", {.form = Form::integer, .bytes = 4}},
  };
  constexpr std::array<std::string_view, 4> kMarks = {"const", "volatile", "__grid_constant__", "std"};
  KernelParameter found;
  for (const std::string& word : words) {
    if (std::ranges::count(kMarks, word) > 0 || word == ":") continue;
    const auto type = types.find(word);
    if (type == types.end()) return {};
    const bool refines = word == "int" || word == "unsigned" || word == "signed";
    if (found.form == Form::other || !refines) found = type->second;
  }
  return found;
}

/// Returns the element type of a pointer or array to a built-in or floating-point class type.
std::optional<ElementTypeFacts> pointee_of(const std::vector<std::string>& words) {
  const auto stars = std::ranges::count(words, "*"), brackets = std::ranges::count(words, "[");
  if (stars + brackets != 1 || std::ranges::count(words, "<") > 0 || std::ranges::count(words, "(") > 0)
    return std::nullopt;
  const auto mark = std::ranges::find(words, stars == 1 ? "*" : "[");
  if (stars == 0 && mark == words.begin()) return std::nullopt;
  const std::vector<std::string> type(words.begin(),
                                      stars == 1 ? mark : mark - 1);  // an array's name precedes the bracket
  for (const ElementTypeFacts& facts : kElementTypes)
    if (facts.floating && std::ranges::any_of(type, [&](const auto& word) {
          return word == facts.cpp || (word == "half" && facts.cpp == "__half");
        }))
      return facts;
  const KernelParameter number = number_of(type);
  if (number.form != Form::integer) return std::nullopt;
  return *std::ranges::find_if(kElementTypes,
                               [&](const auto& facts) { return !facts.floating && facts.bytes == number.bytes; });
}

std::vector<std::string> without_attributes(std::vector<std::string> words) {
  for (auto open = words.begin(); open != words.end(); ++open) {
    if (*open != "[" || open + 1 == words.end() || *(open + 1) != "[") continue;
    auto close = open;
    while (close != words.end() && !(*close == "]" && close + 1 != words.end() && *(close + 1) == "]")) ++close;
    if (close == words.end()) break;
    open = words.erase(open, close + 2);
    if (open == words.end()) break;
    --open;
  }
  return words;
}

/// Parses the tokens of one parameter. Empty for a single unknown word, which could be a macro.
std::optional<KernelParameter> read_parameter(const std::vector<SourceToken>& tokens) {
  std::vector<std::string> words;
  for (const SourceToken& token : tokens) {
    if (token.text == "=") break;  // default argument
    words.push_back(token.text);
  }
  words = without_attributes(std::move(words));
  if (words.empty()) return std::nullopt;
  KernelParameter parameter;
  const auto has = [&](const char* text) { return std::ranges::count(words, text) > 0; };
  const std::vector<std::string> type(words.begin(), words.end() - 1);
  if (has("#") || has(".")) return std::nullopt;
  if (has("*") || has("[")) {
    parameter = {.form = Form::pointer, .bytes = sizeof(void*), .pointee = pointee_of(words)};
  } else if (!has("&") && !has("<")) {
    parameter = number_of(words).form != Form::other ? number_of(words) : number_of(type);
    if (parameter.form == Form::other && words.size() == 1) return std::nullopt;
  }
  parameter.text = join(words, " ");
  return parameter;
}

std::optional<std::vector<KernelParameter>> read_parameters(const std::vector<SourceToken>& tokens, std::size_t open) {
  std::vector<KernelParameter> parameters;
  std::vector<SourceToken> one;
  int depth = 0;
  for (std::size_t i = open + 1; i < tokens.size(); ++i) {
    const char c = tokens[i].text[0];
    const bool ends = c == ')' && depth == 0;
    if (ends || (c == ',' && depth == 0)) {
      const bool none = ends && parameters.empty() && (one.empty() || (one.size() == 1 && one[0].text == "void"));
      if (none) return parameters;
      const auto parameter = read_parameter(one);
      if (!parameter) return std::nullopt;
      parameters.push_back(*parameter);
      if (ends) return parameters;
      one.clear();
      continue;
    }
    if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
    if (c == ')' || c == ']' || c == '}' || c == '>') --depth;
    if (depth < 0) return std::nullopt;
    one.push_back(tokens[i]);
  }
  return std::nullopt;
}

std::size_t behind_brackets(const std::vector<SourceToken>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].text == "(") ++depth;
    if (tokens[i].text == ")" && --depth == 0) return i + 1;
  }
  return tokens.size();
}

/// Returns tokens.size() if the name is unclear.
std::size_t find_function_name(const std::vector<SourceToken>& tokens, std::size_t global) {
  for (std::size_t i = global + 1; i + 1 < tokens.size();) {
    const std::string& text = tokens[i].text;
    if (text == ";" || text == "{" || text == "#") break;
    if (tokens[i + 1].text != "(" || cpp_word(text).empty()) {
      ++i;
    } else if (text.starts_with("__")) {
      i = behind_brackets(tokens, i + 1);  // __launch_bounds__(256)
    } else {
      return i;
    }
  }
  return tokens.size();
}

bool same(const std::vector<KernelParameter>& a, const std::vector<KernelParameter>& b) {
  return std::ranges::equal(
      a, b, [](const KernelParameter& x, const KernelParameter& y) { return x.form == y.form && x.bytes == y.bytes; });
}

/// If a kernel is declared twice, for example in branches of #if, keep only pointees that agree.
void forget_other_pointees(std::vector<KernelParameter>& known, const std::vector<KernelParameter>& again) {
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i].pointee && (!again[i].pointee || again[i].pointee->name != known[i].pointee->name))
      known[i].pointee.reset();
}

/// Searches one file; false if a declaration of `name` is unclear.
bool look_into(const SourceFile& file, const std::string& name, std::optional<KernelSignature>& found) {
  const std::vector<SourceToken> tokens = source_tokens(file.text);
  const auto names_it = [&](const SourceToken& token) { return token.text == name; };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text == "define" && i > 0 && tokens[i - 1].text == "#") {  // the macro may define a kernel
      const std::size_t line = tokens[i].line;
      for (; i < tokens.size() && tokens[i].line == line; ++i)
        if (names_it(tokens[i]) || tokens[i].text == "__global__") return false;
    }
    if (i == tokens.size() || tokens[i].text != "__global__") continue;
    const std::size_t at = find_function_name(tokens, i);
    if (at == tokens.size() || !names_it(tokens[at])) continue;
    auto parameters = read_parameters(tokens, at + 1);
    if (!parameters || (found && !same(found->parameters, *parameters))) return false;
    if (found) forget_other_pointees(found->parameters, *parameters);
    if (!found) found = KernelSignature{std::move(*parameters), file.name, tokens[at].line};
  }
  return true;
}

}  // namespace

std::optional<KernelSignature> find_signature(const Program& program, const std::string& name) {
  const std::size_t colons = name.rfind("::");
  const std::string last = colons == std::string::npos ? name : name.substr(colons + 2);
  std::optional<KernelSignature> found;
  bool clear = look_into(program.main, last, found);
  for (const SourceFile& header : program.headers) clear = clear && look_into(header, last, found);
  return clear ? found : std::nullopt;
}

}  // namespace warpledger
