#include "spec/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(Expression, RefusesNumbersThatADoubleDoesNotHold) {
  const auto message = [](const char* text) {
    try {
      value_of(text);
    } catch (const Error& error) {
      return error.problem();
    }
    return std::string();
  };
  for (const char* text : {"n + 1e400", "1e-400", "9007199254740993", "123456789012345678901 * 1e400"})
    EXPECT_THAT(message(text), testing::EndsWith(": this number is out of range for 64-bit floating point")) << text;
  for (const char* text : {"0x10", "1e", "1_000", "2n", "1.5f", "0b1"})
    EXPECT_THAT(message(text), testing::EndsWith(": this is neither a number nor a name")) << text;
  for (const char* text : {"9007199254740992", "1e308", "1.", ".5", "1e+3", "123456789012345678901", "n2 + d_l"})
    EXPECT_EQ(message(text).find("number"), std::string::npos) << message(text);
}

TEST(Expression, RefusesATextThatNobodyWrites) {
  EXPECT_NO_THROW(value_of("1" + std::string(1000, ' ')));
  EXPECT_THROW(value_of("1" + std::string(4000, ' ')), Error);
}

class BadSyntax : public testing::TestWithParam<const char*> {};

TEST_P(BadSyntax, IsAnError) { EXPECT_THROW(value_of(GetParam()), Error); }

INSTANTIATE_TEST_SUITE_P(Expression, BadSyntax,
                         testing::Values("", " ", "n +", "(n", "n)", "n d_l", "n = 4", "n += 4", "1, 2", "f(n)",
                                         "min()", "\"text\"", "n ? 1", "n\n+ 1", "1e999", "_pi", "sqrt(0 - 1)",
                                         "1 / 0"));

}  // namespace
}  // namespace warpledger
