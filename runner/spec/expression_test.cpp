#include "spec/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <limits>
#include <thread>

namespace warpledger {
namespace {

Symbols symbols() {
  Symbols names;
  names.add("n");
  names.add("d_l");
  return names;
}

double value_of(const std::string& text, const std::vector<double>& values = {6, 4}) {
  return Expression(text, {}, symbols()).number(values);
}

TEST(Expression, ComputesWithNamesFunctionsAndConditions) {
  EXPECT_EQ(value_of("2 ^ 3 * n - 1"), 47);
  EXPECT_EQ(value_of("floor(n / d_l) + ceil(n / d_l)"), 3);
  EXPECT_EQ(value_of("d_l <= 32 ? d_l : 0"), 4);
  EXPECT_EQ(value_of("log2(pow2(5)) + mod(-1, d_l)"), 8);
  EXPECT_EQ(value_of("min(n, d_l, 9) == 4 && max(n, d_l) > 5"), 1);
}

TEST(Expression, FollowsItsInputs) {
  const Expression product("n * d_l", {}, symbols());
  EXPECT_EQ(product.number(std::vector<double>{2, 3}), 6);
  EXPECT_EQ(product.number(std::vector<double>{2, 3}), 6);
  EXPECT_EQ(product.number(std::vector<double>{2, 5}), 10);
}

TEST(Expression, GivesEachThreadWhatItsOwnInputsComeTo) {
  const Expression product("n * d_l + 1", {}, symbols());
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (const double first : {0.0, 1e5, 2e5, 3e5})
      threads.emplace_back([&wrong, first, copy = product] {
        for (double n = first; n < first + 50000; ++n)
          if (copy.number(std::vector<double>{n, 3}) != n * 3 + 1) ++wrong;
      });
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Expression, RecoversAfterAnInputItCannotEvaluate) {
  const Expression quotient("n / d_l", {}, symbols());
  EXPECT_EQ(quotient.number(std::vector<double>{1, 4}), 0.25);
  EXPECT_THROW(quotient.number(std::vector<double>{1, 0}), Error);
  EXPECT_THROW(quotient.number(std::vector<double>{1, 0}), Error);
  EXPECT_EQ(quotient.number(std::vector<double>{1, 2}), 0.5);
}

TEST(Expression, OutlivesTheOriginalWhenCopied) {
  const auto copy = [] { return Expression(Expression("n + 1", {}, symbols())); }();
  EXPECT_EQ(copy.number(std::vector<double>{1, 0}), 2);
}

TEST(Expression, KnowsTheSlotsItUses) {
  const Expression expression("d_l + d_l", {}, symbols());
  EXPECT_EQ(std::vector<std::size_t>(expression.slots().begin(), expression.slots().end()),
            std::vector<std::size_t>{1});
}

TEST(Expression, GivesWholeNumbersUpTo2To53Only) {
  const auto whole = [](const char* text) { return Expression(text, {}, Symbols()).whole({}, "n"); };
  EXPECT_EQ(whole("2^53"), 9007199254740992);
  EXPECT_THROW(whole("2^53 + 2"), Error);
  EXPECT_THROW(whole("0.5"), Error);
}

TEST(Expression, RefusesAnInputThatTheDeviceDoesNotState) {
  EXPECT_THROW(value_of("n > 0 ? 1 : 2", {std::numeric_limits<double>::quiet_NaN(), 1}), Error);
}

/// Returns "COLUMN: PROBLEM; HINT" for the error in parsing `text`, or in evaluating it with n = 6 and d_l = 4.
std::string error_of(const std::string& text) {
  try {
    Expression(text, {.file = "", .line = 1, .column = 1, .line_text = text}, symbols()).number({{6, 4}});
  } catch (const Error& error) {
    return std::to_string(error.where().column) + ": " + error.problem() + "; " + error.hint();
  }
  return "no error";
}

TEST(Expression, BindsItsOperatorsAsArithmeticDoes) {
  EXPECT_EQ(value_of("-d_l ^ 2"), -16);
  EXPECT_EQ(value_of("2 ^ 3 ^ 2"), 512);
  EXPECT_EQ(value_of("2 ^ -1 * 4"), 2);
  EXPECT_EQ(value_of("n - d_l - 1"), 1);
  EXPECT_EQ(value_of("n / d_l / 2 * 8"), 6);
  EXPECT_EQ(value_of("n - -d_l"), 10);
  EXPECT_EQ(value_of("1 || 0 && 0"), 1);
  EXPECT_EQ(value_of("n > 5 && d_l > 5 || d_l == 4"), 1);
  EXPECT_EQ(value_of("n < 5 ? 1 : d_l < 5 ? 2 : 3"), 2);
  EXPECT_EQ(value_of("(n > 5) * 2 + (d_l > 5)"), 2);
  EXPECT_EQ(value_of("+n + 1 < 2 * d_l"), 1);
}

TEST(Expression, HasARemainderOfWholeNumbers) {
  EXPECT_EQ(value_of("n % d_l"), 2);
  EXPECT_EQ(value_of("-1 % d_l"), 3);
  EXPECT_EQ(value_of("1 - d_l % 3 * 2"), -1);
  EXPECT_EQ(value_of("9007199254740991 % 10"), 1);
  EXPECT_THAT(error_of("n / d_l % 1"), testing::StartsWith("1: 'n / d_l % 1' is not a number with n = 6, d_l = 4;"));
  EXPECT_THAT(error_of("n % (d_l - 4)"), testing::StartsWith("1: 'n % (d_l - 4)' is not a number"));
}

TEST(Expression, RefusesAComparisonOfAComparison) {
  for (const auto& [text, place, hint] : std::vector<std::array<std::string, 3>>{
           {"1 < d_l < 8", "9", "write 1 < d_l && d_l < 8"},
           {"8 > d_l>1", "8", "write 8 > d_l && d_l > 1"},
           {"1 <= n + 1 <= 2", "12", "write 1 <= n + 1 && n + 1 <= 2"},
           {"d_l == 4 == 1", "10", "write d_l == 4 && 4 == 1"},
           {"0 < d_l != 4", "9", "write 0 < d_l && d_l != 4"},
           {"n > 1 && 1 < d_l < (8)", "18", "write 1 < d_l && d_l < (8)"},
           {"1 < d_l < 8 ? 64 : 128", "9", "write 1 < d_l && d_l < 8"},
           {"max(n, 1 < d_l < 8)", "16", "write 1 < d_l && d_l < 8"},
           {"1 < (n) * 2 < 8 < 9", "13", "write 1 < (n) * 2 && (n) * 2 < 8"},
       })
    EXPECT_EQ(error_of(text),
              place + ": cannot read the expression '" + text + "': a comparison has two sides; " + hint);
}

TEST(Expression, ComparesAComparisonInParentheses) {
  EXPECT_EQ(value_of("(1 < d_l) == 1"), 1);
  EXPECT_EQ(value_of("(d_l == 4) < (n == 6) + 1"), 1);
  EXPECT_EQ(value_of("0 == (1 < d_l)"), 0);
}

TEST(Expression, RefusesWhatIsUndefinedOrInfiniteInAnyPartThatItComputes) {
  for (const char* text : {"sqrt(d_l - 5) >= 0", "0 / (d_l - 4) >= 0", "min(sqrt(d_l - 5), 1)", "max(n, sqrt(d_l - 5))",
                           "sign(0 / (d_l - 4))", "sqrt(d_l - 5) >= 0 ? 64 : 128", "n < 1 || mod(n, d_l - 4) == 0",
                           "(0 / (d_l - 4)) != 1", "asin(n) < 2", "n == 6.5 || 6.5 % n < 1"})
    EXPECT_THAT(error_of(text), testing::HasSubstr("' is not a number with ")) << text;
  for (const char* text : {"1 / (d_l - 4) > 0", "1 / (1 / (d_l - 4)) == 0", "min(ln(d_l - 4), 1)",
                           "n > 1 && 1 / (d_l - 4) > 0", "exp(1000 * n) > 1", "rint(10 ^ (100 * n)) > 0"})
    EXPECT_THAT(error_of(text), testing::HasSubstr("' is infinite with ")) << text;
  EXPECT_THAT(error_of("n > 1 && sqrt(d_l - 5) >= 0"), testing::StartsWith("10: 'sqrt(d_l - 5)' is not a number with"));
  EXPECT_THAT(error_of("2 + 1 / (d_l - 4) > 0"), testing::StartsWith("5: '1 / (d_l - 4)' is infinite with d_l = 4;"));
}

TEST(Expression, ComputesOnlyWhatDecides) {
  EXPECT_EQ(value_of("d_l != 4 && 1 / (d_l - 4) > 0"), 0);
  EXPECT_EQ(value_of("d_l == 4 || 1 / (d_l - 4) > 0"), 1);
  EXPECT_EQ(value_of("d_l == 4 ? 7 : 1 / (d_l - 4)"), 7);
}

TEST(Expression, NamesItsOwnFormOfOtherLanguagesOperators) {
  for (const auto& [text, place, found, hint] : std::vector<std::array<std::string, 4>>{
           {"n > 1 and d_l > 1", "7", "and", "a && b"},
           {"n > 1 OR d_l > 1", "7", "OR", "a || b"},
           {"not n > 1", "1", "not", "(a) == 0"},
           {"not(n > 1)", "1", "not", "(a) == 0"},
           {"!(n > 1)", "1", "!", "(a) == 0"},
           {"n ** 2", "3", "**", "a ^ b"},
           {"n // 2", "3", "//", "floor(a / b)"},
           {"n in (1, 2)", "3", "in", "a == 1 || a == 2"},
           {"n & 1", "3", "&", "a && b"},
           {"n | 1", "3", "|", "a || b"},
           {"n <> 4", "3", "<>", "a != b"},
           {"n = 4", "3", "=", "a == b"},
           {"n => 4", "3", "=>", "a >= b"},
           {"n << 2", "3", "<<", "a * pow2(b)"},
           {"n === 4", "3", "===", "a == b"},
           {"1 if n else 2", "3", "if", "c ? a : b"},
       })
    EXPECT_EQ(error_of(text),
              place + ": cannot read the expression '" + text + "': '" + found + "' is not an operator; write " + hint);
}

TEST(Expression, MayUseANameThatIsAnOperatorElsewhere) {
  Symbols names;
  names.add("in");
  EXPECT_EQ(Expression("in + 1", {}, names).number(std::vector<double>{6}), 7);
}

TEST(Expression, SpansSeveralLines) {
  EXPECT_EQ(value_of("d_l > 1\n&& d_l\t< 100\r\n"), 1);
  EXPECT_EQ(Expression("d_l > 1\n  && d_l < 100\n", {}, symbols()).text(), "d_l > 1   && d_l < 100");
}

TEST(Expression, RefusesADepthThatNobodyWrites) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '(') + "n" + std::string(depth, ')'); };
  EXPECT_EQ(value_of(nested(50)), 6);
  EXPECT_THAT(error_of(nested(1900)), testing::HasSubstr("nested"));
  std::string choices, powers = "1";
  for (int i = 0; i < 600; ++i) choices += "n?1:";
  for (int i = 0; i < 1500; ++i) powers += "^1";
  EXPECT_THAT(error_of(choices + "2"), testing::HasSubstr("nested"));
  EXPECT_THAT(error_of(powers), testing::HasSubstr("nested"));
}

TEST(Expression, RefusesNumbersThatADoubleDoesNotHold) {
  const auto message = [](const char* text) {
    try {
      value_of(text);
    } catch (const Error& error) {
      return error.problem();
    }
    return std::string();
  };
  for (const auto& [text, number] :
       std::vector<std::pair<const char*, std::string>>{{"n + 1e400", "1e400"},
                                                        {"1e-400", "1e-400"},
                                                        {"123456789012345678901 * 0 + 1e400", "123456789012345678901"}})
    EXPECT_THAT(message(text), testing::HasSubstr(": " + number + " is ")) << text;
  EXPECT_THAT(message("1e400"), testing::EndsWith(": 1e400 is out of range for 64-bit floating point"));
  for (const char* text : {"9007199254740993", "18446744073709551617", "0123456789012345678901"})
    EXPECT_THAT(message(text), testing::EndsWith(std::string(text) + " is not exact in 64-bit floating point"));
  for (const char* text : {"0x10", "1e", "1_000", "2n", "1.5f", "0b1"})
    EXPECT_THAT(message(text), testing::EndsWith(": this is neither a number nor a name")) << text;
  for (const char* text : {"9007199254740992", "1e308", "1.", ".5", "1e+3", "18446744073709551616", "007", "n2 + d_l"})
    EXPECT_EQ(message(text).find("number"), std::string::npos) << message(text);
}

TEST(Expression, RefusesATextThatNobodyWrites) {
  EXPECT_NO_THROW(value_of("1" + std::string(1000, ' ') + "+ 1"));
  EXPECT_THROW(value_of("1" + std::string(4000, ' ') + "+ 1"), Error);
}

class BadSyntax : public testing::TestWithParam<const char*> {};

TEST_P(BadSyntax, IsAnError) { EXPECT_THROW(value_of(GetParam()), Error); }

INSTANTIATE_TEST_SUITE_P(Expression, BadSyntax,
                         testing::Values("", " ", "n +", "(n", "n)", "n d_l", "n = 4", "n += 4", "1, 2", "f(n)", "--n",
                                         "n ? 1 2", "(n, 1)", "min(n", "4 n", "n (2)", ")", "n ^", "? 1 : 2", "1..2",
                                         ".", "n @ 2", "min()", "\"text\"", "n ? 1", "1e999", "_pi", "sqrt(0 - 1)",
                                         "1 / 0"));

}  // namespace
}  // namespace warpledger
