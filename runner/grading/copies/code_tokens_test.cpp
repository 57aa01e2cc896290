#include "grading/copies/code_tokens.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace warpledger {
namespace {

constexpr std::size_t kAll = 1'000'000;

std::vector<std::uint32_t> kinds(std::string_view text) {
  std::vector<std::uint32_t> kinds;
  for (const CodeToken& token : code_tokens(text, kAll)) kinds.push_back(token.kind);
  return kinds;
}

TEST(CodeTokens, AreTheSameWhenOnlyWhatIsCheapToChangeDiffers) {
  const char* original = "for (int i = 0; i < n; ++i) { sum += x[i]; }";
  for (const char* copy : {
           "for (int i=0;i<n;++i){sum+=x[i];}",
           "// mine\nfor (int i = 0; /* up */ i < n; ++i)\n\n  sum += x[i];",
           "for (int row = 0; row < height; ++row) { total += input[row]; }",
           "for (unsigned long long k = 7; k < n; ++k) { sum += x[k]; }",
           "#pragma unroll\nfor (const int i = 0; i < n; ++i) { sum += x[i]; }",
           "#include <cstdio>\n  #  include \"a.h\"\nfor (int32_t i = 1'000; i < n; ++i) { sum += x[i]; }",
       })
    EXPECT_EQ(kinds(copy), kinds(original)) << copy;
}

TEST(CodeTokens, DifferWhereTheCodeDoes) {
  const std::vector<std::uint32_t> original = kinds("float a = x[i] * y; __syncthreads(); if (b) return;");
  for (const char* other :
       {"float a = x[i] + y; __syncthreads(); if (b) return;", "double a = x[i] * y; __syncthreads(); if (b) return;",
        "float a = x[i] * y; __syncwarp(); if (b) return;", "float a = x[i] * y; __syncthreads(); while (b) return;",
        "float a = x[threadIdx] * y; __syncthreads(); if (b) return;",
        "float a = x[\"i\"] * y; __syncthreads(); if (b) return;"})
    EXPECT_NE(kinds(other), original) << other;
}

TEST(CodeTokens, KnowTheirLines) {
  const std::vector<CodeToken> tokens = code_tokens("a /* 1\n2 */ b\nR\"(\n\n)\" c\n#include <x>\nd", kAll);
  std::vector<std::uint32_t> lines;
  for (const CodeToken& token : tokens) lines.push_back(token.line);
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{1, 2, 3, 5, 7}));
}

TEST(CodeTokens, AreAsManyAsAreWantedAtMost) {
  EXPECT_EQ(code_tokens("a b c d", 3).size(), 3);
  EXPECT_TRUE(code_tokens("", 3).empty());
}

}  // namespace
}  // namespace warpledger
