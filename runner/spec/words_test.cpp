#include "spec/words.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "spec/expression.h"

namespace warpledger {
namespace {

/// n is a number; mode and elt are words.
class Words : public testing::Test {
 protected:
  Words() {
    symbols_.add("n");
    symbols_.set_values(symbols_.add("mode"), Symbols::Values::words);
    symbols_.set_values(symbols_.add("elt"), Symbols::Values::types);
    for (const char* word : {"plain", "vector", "x"}) symbols_.add_word(word);
  }

  double value(const std::string& text, const std::string& mode, const std::string& elt = "f16") const {
    std::vector<double> values(symbols_.size(), 3);
    values[symbols_.slot("mode")] = static_cast<double>(*symbols_.find_word(mode));
    values[symbols_.slot("elt")] = static_cast<double>(*symbols_.find_word(elt));
    return Expression(text, {}, symbols_).number(values);
  }

  std::string problem(const std::string& text) const {
    try {
      Expression(text, {.file = "", .line = 0, .column = 1, .line_text = text}, symbols_);
    } catch (const Error& error) {
      return std::to_string(error.where().column) + ": " + error.problem();
    }
    return "none";
  }

  Symbols symbols_ = Symbols::launch();
};

TEST_F(Words, AreComparedWithinAnyExpression) {
  EXPECT_EQ(value("mode == 'vector'", "vector"), 1);
  EXPECT_EQ(value("mode == 'vector'", "plain"), 0);
  EXPECT_EQ(value("'plain' != mode && n == 3", "vector"), 1);
  EXPECT_EQ(value("n * (mode=='x' ? 2 : elt=='bf16' ? 4 : 8)", "x"), 6);
  EXPECT_EQ(value("n * (mode=='x' ? 2 : elt=='bf16' ? 4 : 8)", "plain", "bf16"), 12);
  EXPECT_EQ(value("max(mode == 'x', n > 4)", "x"), 1);
  EXPECT_EQ(value("mode == mode", "x"), 1);
  EXPECT_EQ(value("(mode) == ('x')", "x"), 1);
  EXPECT_EQ(value("(mode == 'x') == (elt == 'f16')", "x"), 1);
}

TEST_F(Words, OfElementTypesHaveFacts) {
  EXPECT_EQ(value("sizeof(elt)", "x", "bf16"), 2);
  EXPECT_EQ(value("ulp(elt)", "x", "f16"), 0x1p-10);
  EXPECT_EQ(value("ulp( 'f8e4m3' )", "x"), 0.125);
  EXPECT_EQ(value("smallest(elt) + n", "x", "i8"), 4);
}

TEST_F(Words, AreNoNumbers) {
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {"mode", "1: cannot read the expression 'mode': mode is a word, not a number"},
           {"n + mode", "5: cannot read the expression 'n + mode': mode is a word, not a number"},
           {"mode == 3", "1: cannot read the expression 'mode == 3': mode is a word, not a number"},
           {"mode == n", "1: cannot read the expression 'mode == n': mode is a word, not a number"},
           {"mode < 'vector'", "1: cannot read the expression 'mode < 'vector'': mode is a word, not a number"},
           {"mode == 'x' + 1", "9: cannot read the expression 'mode == 'x' + 1': 'x' is a word, not a number"},
           {"n == 'x'", "6: cannot read the expression 'n == 'x'': 'x' is a word, not a number"},
           {"'4' <= n", "1: cannot read the expression ''4' <= n': '4' is a word, not a number"},
           {"(mode) ? 1 : 2", "2: cannot read the expression '(mode) ? 1 : 2': mode is a word, not a number"},
           {"2 * mode == 'x'", "5: cannot read the expression '2 * mode == 'x'': mode is a word, not a number"},
           {"'x'", "1: cannot read the expression ''x'': 'x' is a word, not a number"},
           {"mode == 'vectr'", "9: cannot read the expression 'mode == 'vectr'': no parameter has the value 'vectr'"},
           {"mode == 'x", "9: cannot read the expression 'mode == 'x': a quote is not closed"},
           {"mode == ''", "9: cannot read the expression 'mode == ''': no parameter has the value ''"},
           {"ulp(n)", "1: cannot read the expression 'ulp(n)': ulp is a function of an element type"},
           {"sizeof(3)", "1: cannot read the expression 'sizeof(3)': sizeof is a function of an element type"},
           {"floor(elt)", "7: cannot read the expression 'floor(elt)': elt is a word, not a number"},
       })
    EXPECT_EQ(problem(text), expected);
}

TEST_F(Words, StandInQuotes) {
  try {
    Expression("mode == vector", {}, symbols_);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "unknown name 'vector'");
    EXPECT_EQ(error.hint(), "write a word in quotes: 'vector'");
  }
}

TEST_F(Words, WithoutATypesNameHaveNoFacts) { EXPECT_THROW(value("sizeof(mode)", "vector"), Error); }

TEST(ProblemOfWord, IsWhatNoTextCouldHoldOrWhatIsANumber) {
  for (const char* good : {"f16", "-use_fast_math", "ns::Policy<4>", "4x", "a.b"})
    EXPECT_EQ(problem_of_word(good), std::nullopt) << good;
  for (const char* bad : {"", "two words", "a,b", "it's", "4", "1e5", "\"", "\n", "ä"})
    EXPECT_NE(problem_of_word(bad), std::nullopt) << bad;
}

}  // namespace
}  // namespace warpledger
