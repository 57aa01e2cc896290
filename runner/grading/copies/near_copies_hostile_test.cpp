// Hostile sources: time and memory stay bounded by their size.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <string>
#include <vector>

#include "grading/copies/near_copies.h"

namespace warpledger {
namespace {

constexpr std::size_t kMiB = 1 << 20;

std::string repeated(const std::string& text, std::size_t bytes) {
  std::string all;
  while (all.size() < bytes) all += text;
  return all;
}

std::string all_bytes() {
  std::string text;
  for (int i = 0; i < 256; ++i) text += static_cast<char>(i * 167);
  return repeated(text, kMiB);
}

std::vector<std::string> hostile_texts() {
  return {repeated("x ", kMiB),
          repeated("x", kMiB),
          repeated("{", kMiB),
          repeated("(", kMiB),
          repeated("\"", kMiB),
          repeated("'", kMiB),
          repeated("1'", kMiB),
          repeated("\\\n", kMiB),
          repeated("#", kMiB),
          repeated("# include", kMiB),
          repeated("#\t", kMiB),
          repeated("\n", kMiB),
          repeated("/*", kMiB),
          repeated("/", kMiB),
          repeated("R\"(", kMiB),
          repeated("R\"aaaaaaaaaaaaaaa", kMiB),
          "R\"x(" + repeated("a b;\n", kMiB),
          repeated("a b c d e f g h;\n", kMiB),
          all_bytes()};
}

TEST(HostileCode, TakesTimeByItsSize) {
  for (const std::string& text : hostile_texts()) {
    const auto since = std::chrono::steady_clock::now();
    const std::vector<ComparedCode> of_class = {{"ann", {{"a.cu", text}}}, {"bob", {{"b.cu", text}}}};
    const NearCopies found = near_copies(of_class, {}, {{"s.cu", "int a;"}}, {});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - since;
    EXPECT_LT(took.count(), 5) << text.substr(0, 20);
    for (const CodePair& pair : found.pairs)
      for (const SharedPassage& place : pair.passages) EXPECT_LE(place.left.text.size(), 16 * 1024);
  }
}

TEST(HostileCode, TakesMemoryByWhatIsLookedAt) {
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  std::vector<ComparedCode> of_class;
  for (int i = 0; i < 20; ++i)
    of_class.push_back({"s" + std::to_string(i), {{"a.cu", repeated("a + b;\n" + std::to_string(i), kMiB)}}});
  const NearCopies found = near_copies(of_class, {}, {}, {});
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  EXPECT_EQ(found.cut.size(), 20);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 200 * 1024) << "KiB";
}

TEST(HostileCode, WithoutEndIsShownOnlyWhereItIs) {
  std::string text = "a";
  for (int i = 0; i < 400; ++i) text += i % 7 == 0 ? " + a" : " * (b)";
  const NearCopies found = near_copies({{"ann", {{"a.cu", text}}}, {"bob", {{"b.cu", text}}}}, {}, {}, {});
  ASSERT_FALSE(found.too_short.empty() && found.pairs.empty());
  for (const CodePair& pair : found.pairs) EXPECT_EQ(pair.passages.at(0).left.text, text);
}

}  // namespace
}  // namespace warpledger
