#include "grading/copies/disguise_fixture.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "base/cpp_text.h"

namespace warpledger {
namespace {

using Random = std::mt19937;

std::size_t drawn(Random& random, std::size_t below) { return random() % below; }

void shuffle(std::vector<std::string>& texts, Random& random) {
  for (std::size_t i = texts.size(); i > 1; --i) std::swap(texts[i - 1], texts[drawn(random, i)]);
}

/// Names that a copier cannot rename. A separate list, because it tests the other one.
const std::set<std::string, std::less<>>& reserved() {
  static const std::set<std::string, std::less<>> words = [] {
    std::istringstream text(
        "alignas auto bool break case char class const constexpr continue default do double else enum extern false "
        "float for if inline int long namespace nullptr operator reinterpret_cast return short signed sizeof static "
        "static_cast struct switch template true typedef typename unsigned using void volatile while size_t int32_t "
        "uint32_t int64_t uint64_t float2 float4 int4 half threadIdx blockIdx blockDim gridDim x y z w atomicAdd "
        "warpSize include pragma define ifdef ifndef endif unroll cooperative_groups fmaxf fmaf max min expf sqrtf");
    std::set<std::string, std::less<>> all;
    for (std::string word; text >> word;) all.insert(word);
    return all;
  }();
  return words;
}

std::string renamed(std::string_view text, Random& random) {
  std::map<std::string, std::string, std::less<>> names;
  std::string result;
  while (!text.empty()) {
    const CppToken token = cpp_token(text);
    const bool is_name = token.part == CppPart::word && std::isdigit(static_cast<unsigned char>(token.text[0])) == 0 &&
                         !token.text.starts_with("__") && !reserved().contains(token.text);
    if (is_name) {
      std::string& name = names[std::string(token.text)];
      if (name.empty()) {
        name = "q" + std::to_string(drawn(random, 90'000));
        name.append(drawn(random, 6), 'k');  // separate: the operands of + have no fixed order
      }
      result += name;
    } else {
      result += token.text;
    }
    text.remove_prefix(token.text.size());
  }
  return result;
}

std::string relaid(std::string_view text, Random& random) {
  std::string result;
  bool in_directive = false;
  while (!text.empty()) {
    const CppToken token = cpp_token(text);
    const bool ends_line = token.text.find('\n') != std::string_view::npos;
    if (token.text == "#" && token.part == CppPart::mark) {
      result += "\n";
      in_directive = true;
    }
    if (token.part == CppPart::blank && in_directive && ends_line) {
      result += "\n";
      in_directive = false;
    } else if (token.part == CppPart::blank || token.part == CppPart::comment) {
      result += in_directive || drawn(random, 5) > 0 ? " " : "\n      ";
    } else {
      result += token.text;
      if (token.text == ";" && drawn(random, 4) == 0)
        result += "  // step " + std::to_string(drawn(random, 100)) + "\n";
    }
    text.remove_prefix(token.text.size());
  }
  return result;
}

/// Splits a text after each top-level '}' or ';'; directives are separate parts.
std::vector<std::string> definitions_of(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  while (!text.empty()) {
    const CppToken token = cpp_token(text);
    std::string_view piece = token.text;
    const bool directive = depth == 0 && piece == "#" && token.part == CppPart::mark;
    if (directive) piece = text.substr(0, text.find('\n'));
    parts.back() += piece;
    if (piece == "{") ++depth;
    if (piece == "}") --depth;
    if (depth == 0 && (piece == "}" || piece == ";" || directive)) parts.emplace_back();
    text.remove_prefix(piece.size());
  }
  return parts;
}

/// Shuffles consecutive lines that declare independent values.
std::string with_swapped_declarations(const std::string& text, Random& random) {
  static const std::regex declaration(R"(^\s*(?:const |unsigned |long |int |float |auto |size_t )+(\w+) = [^;]*;\s*$)");
  std::istringstream stream(text);
  std::vector<std::string> run;
  std::vector<std::string> names;
  std::string result;
  const auto flush = [&] {
    shuffle(run, random);
    for (const std::string& line : run) result += line + "\n";
    run.clear();
    names.clear();
  };
  for (std::string line; std::getline(stream, line);) {
    std::smatch found;
    const bool declares = std::regex_match(line, found, declaration);
    const bool uses =
        std::ranges::any_of(names, [&](const std::string& name) { return line.find(name) != std::string::npos; });
    if (!declares || uses) flush();
    if (declares) {
      run.push_back(line);
      names.push_back(found[1]);
    } else {
      result += line + "\n";
    }
  }
  flush();
  return result;
}

std::string reordered(const std::string& text, Random& random) {
  std::vector<std::string> parts = definitions_of(with_swapped_declarations(text, random));
  shuffle(parts, random);
  std::string result;
  for (const std::string& part : parts) result += "\n" + part;
  return result;
}

std::string padded(const std::string& text, Random& random) {
  std::string result;
  std::size_t statements = 0;
  for (const char c : text) {
    result += c;
    if (c == ';' && ++statements % 6 == 0) result += " int spare" + std::to_string(drawn(random, 1000)) + " = 0;";
  }
  return result;
}

}  // namespace

std::string disguised(const std::string& text, Disguise disguise, unsigned seed) {
  Random random(seed);
  std::string result = text;
  if (disguise >= Disguise::reordered) result = reordered(result, random);
  if (disguise >= Disguise::padded) result = padded(result, random);
  if (disguise >= Disguise::renamed) result = renamed(result, random);
  return relaid(result, random);
}

}  // namespace warpledger
