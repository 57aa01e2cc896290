#include "sass/sequence_walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace warpledger {
namespace {

/// Returns "(a2 (b c)3)4": letters for sites, then counts.
std::string text_of(const SequenceTable& table, const std::vector<Repeated>& items,
                    const std::vector<std::uint32_t>& letters) {
  std::string text;
  for (const Repeated& item : items) {
    const auto& body = table.word(item.symbol).body;
    if (!text.empty()) text += ' ';
    for (std::size_t i = 0; i < letters.size(); ++i)
      if (letters[i] == item.symbol) text += static_cast<char>('a' + i);
    if (!body.empty()) text += "(" + text_of(table, body, letters) + ")";
    if (item.count > 1) text += std::to_string(item.count);
  }
  return text;
}

/// Returns the folded sequence of a warp that loads from these sites, one per letter.
std::string folded(const std::string& sites) {
  SequenceTable table;
  std::vector<std::uint32_t> letters;
  for (char letter = 'a'; letter <= 'f'; ++letter)
    letters.push_back(table.access(WarpOperation::global_load, 4, static_cast<std::uint64_t>(letter)));
  AccessSequence sequence(table);
  for (const char site : sites) sequence.add(WarpOperation::global_load, 4, static_cast<std::uint64_t>(site));
  return text_of(table, sequence.items(), letters);
}

std::string times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(AccessSequence, CountsRepetitions) {
  EXPECT_EQ(folded("aaaa"), "a4");
  EXPECT_EQ(folded("ababab"), "(a b)3");
  EXPECT_EQ(folded("abcd"), "a b c d");
  EXPECT_EQ(folded(""), "");
}

TEST(AccessSequence, FindsLoopsInLoops) {
  EXPECT_EQ(folded(times(5, times(8, "a") + times(8, "bc"))), "(a8 (b c)8)5");
  EXPECT_EQ(folded("f" + times(3, times(2, times(4, "a") + "b") + "c") + "d"), "f ((a4 b)2 c)3 d");
}

TEST(AccessSequence, KeepsTurnsApartThatDiffer) { EXPECT_EQ(folded("aabaaab"), "a2 b a3 b"); }

TEST(AccessSequence, OfWarpsThatDidTheSameIsTheSame) {
  SequenceTable table;
  AccessSequence first(table);
  AccessSequence second(table);
  AccessSequence third(table);
  for (int i = 0; i < 10; ++i)
    for (AccessSequence* sequence : {&first, &second, &third}) {
      sequence->add(WarpOperation::global_load, 4, 1);
      sequence->add(WarpOperation::global_store, sequence == &third ? 8 : 4, 2);
    }
  EXPECT_EQ(first.items(), second.items());
  EXPECT_NE(first.items(), third.items());
}

TEST(AccessSequence, KnowsHowManyAccessesAWordHas) {
  SequenceTable table;
  AccessSequence sequence(table);
  for (int i = 0; i < 7; ++i)
    for (const std::uint64_t site : {1, 2, 2, 3}) sequence.add(WarpOperation::global_load, 4, site);
  ASSERT_EQ(sequence.items().size(), 1);
  EXPECT_EQ(table.word(sequence.items()[0].symbol).accesses, 4);
}

TEST(AccessSequence, ThatDoesNotRepeatItselfIsNotKeptForEver) {
  SequenceTable table;
  AccessSequence sequence(table);
  std::mt19937 random(1);
  for (int i = 0; i < 20000 && sequence.is_whole(); ++i) sequence.add(WarpOperation::global_load, 4, random());
  EXPECT_FALSE(sequence.is_whole());
}

}  // namespace
}  // namespace warpledger
