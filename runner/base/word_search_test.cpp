#include "base/word_search.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

TEST(WordSearch, FindsAWordInAnyCaseBetweenWhatIsNoLetterOrDigit) {
  EXPECT_TRUE(has_word("// by Anna_Example", "anna"));
  EXPECT_TRUE(has_word("anna", "ANNA"));
  EXPECT_TRUE(has_word("annals of anna", "anna"));
  EXPECT_FALSE(has_word("annals of joanna, anna2", "anna"));
  EXPECT_TRUE(has_word("mail a.b@uni.example!", "a.b@uni.example"));
  EXPECT_FALSE(has_word("anything", ""));
}

TEST(WordSearch, ReplacesEachWordAndNothingElse) {
  EXPECT_EQ(with_word_replaced("Anna.zip: of anna, not joanna", "anna", "s-1"), "s-1.zip: of s-1, not joanna");
  EXPECT_EQ(with_word_replaced("text", "", "s-1"), "text");
}

}  // namespace
}  // namespace warpledger
