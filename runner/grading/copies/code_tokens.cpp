#include "grading/copies/code_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/cpp_text.h"

namespace warpledger {
namespace {

constexpr std::uint32_t kName = 256;  // smaller values: the character of a mark
constexpr std::uint32_t kNumber = 257;
constexpr std::uint32_t kLiteral = 258;
constexpr std::uint32_t kWholeType = 259;
constexpr std::uint32_t kFirstWord = 1024;

/// Words that can be added or removed without changing the result.
constexpr std::array<std::string_view, 14> kLeftOut = {
    "__forceinline__", "__inline__", "__noinline__", "__restrict", "__restrict__", "const",  "consteval",
    "constexpr",       "extern",     "inline",       "register",   "restrict",     "static", "volatile"};

/// Integer types; consecutive words are one type.
constexpr std::array<std::string_view, 14> kWholeTypes = {"char",     "int",      "int16_t",  "int32_t", "int64_t",
                                                          "int8_t",   "long",     "short",    "signed",  "size_t",
                                                          "uint16_t", "uint32_t", "uint64_t", "unsigned"};

/// Words that stay distinct, sorted; so do all that begin with two underscores.
constexpr std::array<std::string_view, 42> kKept = {
    "alignas", "atomicAdd", "auto",        "blockDim",  "blockIdx", "bool",     "break",
    "case",    "class",     "continue",    "default",   "do",       "double",   "else",
    "enum",    "false",     "float",       "float2",    "float4",   "for",      "gridDim",
    "half",    "if",        "int4",        "namespace", "nullptr",  "operator", "reinterpret_cast",
    "return",  "sizeof",    "static_cast", "struct",    "switch",   "template", "threadIdx",
    "true",    "typedef",   "typename",    "using",     "void",     "warpSize", "while"};

static_assert(std::ranges::is_sorted(kLeftOut) && std::ranges::is_sorted(kWholeTypes) && std::ranges::is_sorted(kKept));

template <class Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::ranges::binary_search(words, word);
}

/// FNV-1a. Rare words may collide.
std::uint32_t hash_of(std::string_view word) {
  std::uint32_t hash = 2166136261U;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash < kFirstWord ? hash + kFirstWord : hash;
}

std::uint32_t kind_of(std::string_view word) {
  if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) return kNumber;
  if (is_one_of(kWholeTypes, word)) return kWholeType;
  return word.starts_with("__") || is_one_of(kKept, word) ? hash_of(word) : kName;
}

/// Returns the length of an #include or #pragma line at the start of `text`; 0 for any other text.
std::size_t left_out_directive(std::string_view text) {
  const std::size_t word = std::min(text.find_first_not_of(" \t", 1), text.size());
  const std::string_view name = cpp_word(text.substr(word));
  return name == "include" || name == "pragma" ? std::min(text.find('\n'), text.size()) : 0;
}

bool is_left_out(const CppToken& token) {
  if (token.part == CppPart::blank || token.part == CppPart::comment) return true;
  if (token.part == CppPart::word) return is_one_of(kLeftOut, token.text);
  return token.part == CppPart::mark && (token.text == "{" || token.text == "}");
}

std::uint32_t kind_of(const CppToken& token) {
  if (token.part == CppPart::word) return kind_of(token.text);
  return token.part == CppPart::literal ? kLiteral : static_cast<unsigned char>(token.text[0]);
}

}  // namespace

std::vector<CodeToken> code_tokens(std::string_view text, std::size_t most) {
  std::vector<CodeToken> tokens;
  std::uint32_t line = 1;
  while (!text.empty() && tokens.size() < most) {
    const std::size_t passed = text[0] == '#' ? left_out_directive(text) : 0;
    const CppToken token = passed > 0 ? CppToken{CppPart::blank, text.substr(0, passed)} : cpp_token(text);
    if (!is_left_out(token)) {
      const std::uint32_t kind = kind_of(token);
      const bool goes_on = kind == kWholeType && !tokens.empty() && tokens.back().kind == kWholeType;
      if (!goes_on) tokens.push_back({kind, line});
    }
    line += static_cast<std::uint32_t>(std::ranges::count(token.text, '\n'));
    text.remove_prefix(token.text.size());
  }
  return tokens;
}

}  // namespace warpledger
