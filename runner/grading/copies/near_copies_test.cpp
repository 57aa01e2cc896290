#include "grading/copies/near_copies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "grading/copies/disguise_fixture.h"
#include "grading/copies/kernel_corpus_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string statements(int first, int count) {
  std::string text;
  for (int i = first; i < first + count; ++i) {
    std::mt19937 random(static_cast<unsigned>(i));
    for (int term = 0; term < 12; ++term) text += std::string("a ") + "+-*/%&|^<>=!~?:,"[random() % 16] + ' ';
    text += "c;\n";
  }
  return text;
}

ComparedCode code(const std::string& name, const std::string& text) { return {name, {{name + ".cu", text}}}; }

NearCopies found_in(const std::vector<ComparedCode>& of_class, const std::vector<ComparedCode>& others = {},
                    const std::vector<SourceFile>& left_out = {}) {
  return near_copies(of_class, others, left_out, {});
}

TEST(NearCopies, OfSixtyDistinctKernelsAccuseNobody) {
  const NearCopies found = found_in(distinct_kernels());
  EXPECT_EQ(found.compared, 60);
  for (const CodePair& pair : found.pairs) ADD_FAILURE() << pair.left << " " << pair.right << " " << pair.share;
}

class NearCopiesIn : public testing::TestWithParam<Disguise> {};

TEST_P(NearCopiesIn, DisguiseAreFoundInAClassWithTheirOriginals) {
  std::vector<ComparedCode> of_class = distinct_kernels();
  for (unsigned i = 0; i < 20; ++i) {
    const ComparedCode original = of_class.at(3 * i);
    of_class.push_back({original.name + "'", {{"k.cu", disguised(original.files[0].text, GetParam(), i + 1)}}});
  }
  const NearCopies found = found_in(of_class);
  // 978 of 1,000 padded copies are found, and all others: benchmarks/copies.md.
  EXPECT_GE(found.pairs.size(), GetParam() == Disguise::padded ? 18 : 20);
  for (const CodePair& pair : found.pairs) EXPECT_EQ(pair.left + "'", pair.right) << pair.share;
}

INSTANTIATE_TEST_SUITE_P(Each, NearCopiesIn,
                         testing::Values(Disguise::relaid, Disguise::renamed, Disguise::reordered, Disguise::padded),
                         [](const auto& tested) {
                           return std::string(kDisguiseNames.at(static_cast<std::size_t>(tested.param)));
                         });

TEST(NearCopies, HaveTheShareOfTheSmallerAndBoth) {
  const NearCopies found = found_in({code("ann", statements(0, 10)), code("bob", statements(0, 40))});
  ASSERT_EQ(found.pairs.size(), 1);
  const CodePair& pair = found.pairs[0];
  EXPECT_GT(pair.left_share, 0.95);
  EXPECT_NEAR(pair.right_share, 0.25, 0.05);
  EXPECT_EQ(pair.share, pair.left_share);
  EXPECT_TRUE(pair.of_class);
}

TEST(NearCopies, ShowTheirPlacesWithLines) {
  const std::string shared = statements(50, 8);
  const NearCopies found = found_in(
      {code("ann", "\n\n" + shared + statements(0, 3)), code("bob", statements(100, 4) + "// mine\n" + shared)});
  ASSERT_EQ(found.pairs.size(), 1);
  ASSERT_FALSE(found.pairs[0].passages.empty());
  const SharedPassage& place = found.pairs[0].passages[0];
  EXPECT_EQ(place.left.file, "ann.cu");
  EXPECT_EQ(place.left.first, 3);
  EXPECT_THAT(place.left.text, HasSubstr(shared.substr(0, shared.size() - 1)));
  EXPECT_GE(place.right.first, 4);  // the previous statement may end with the same tokens
  EXPECT_LE(place.right.first, 6);
  EXPECT_THAT(place.right.text, HasSubstr(shared.substr(0, shared.size() - 1)));
  EXPECT_GE(place.tokens, 8 * 26);
}

TEST(NearCopies, AreFoundOverFilesAndInOtherOrder) {
  const ComparedCode one{"ann", {{"a.cu", statements(0, 8)}, {"b.cuh", statements(20, 8)}}};
  const ComparedCode other{"bob", {{"x.cuh", statements(20, 8)}, {"y.cu", statements(0, 8)}}};
  const NearCopies found = found_in({one, other});
  ASSERT_EQ(found.pairs.size(), 1);
  ASSERT_EQ(found.pairs[0].passages.size(), 2);
  for (const SharedPassage& place : found.pairs[0].passages)
    EXPECT_EQ(place.left.file == "a.cu", place.right.file == "y.cu");
}

TEST(NearCopies, LeaveOutWhatEverybodyWasGiven) {
  const std::string starter = statements(0, 30);
  const std::vector<ComparedCode> of_class = {code("ann", starter + statements(100, 8)),
                                              code("bob", statements(200, 8) + starter), code("cat", starter)};
  EXPECT_EQ(found_in(of_class).pairs.size(), 3) << "there is something to leave out";
  const NearCopies found = found_in(of_class, {}, {{"starter.cu", starter}});
  EXPECT_THAT(found.pairs, IsEmpty());
  EXPECT_THAT(found.too_short, ElementsAre("cat"));
  EXPECT_EQ(found.compared, 2);
}

TEST(NearCopies, OfOthersAreFoundButNotAmongThem) {
  const std::vector<ComparedCode> others = {code("2023/x", statements(0, 20)), code("2023/y", statements(0, 20))};
  const NearCopies found = found_in({code("ann", statements(0, 20)), code("bob", statements(300, 20))}, others);
  ASSERT_EQ(found.pairs.size(), 2);
  for (const CodePair& pair : found.pairs) {
    EXPECT_EQ(pair.left, "ann");
    EXPECT_FALSE(pair.of_class);
  }
}

TEST(NearCopies, SayWhenMostOfAClassIsAlike) {
  std::vector<ComparedCode> of_class;
  for (int i = 0; i < 12; ++i) of_class.push_back(code("s" + std::to_string(i), statements(0, 9)));
  for (int i = 0; i < 12; ++i) of_class.push_back(code("t" + std::to_string(i), statements(100 * (i + 1), 9)));
  EXPECT_EQ(found_in(of_class).alike_with_many, 12);
  of_class.erase(of_class.begin(), of_class.begin() + 9);
  EXPECT_EQ(found_in(of_class).alike_with_many, 0) << "three are no crowd";
}

TEST(NearCopies, AreCountedWhereTheyAreTooManyToShow) {
  std::vector<ComparedCode> of_class;
  for (int i = 0; i < 20; ++i) of_class.push_back(code("s" + std::to_string(i), statements(0, 9)));
  const NearCopies found = found_in(of_class);
  EXPECT_EQ(found.pairs.size(), 100);
  EXPECT_EQ(found.more, 20 * 19 / 2 - 100);
}

}  // namespace
}  // namespace warpledger
