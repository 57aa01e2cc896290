#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace warpledger {
namespace {

std::string message(const ErrorList& errors) {
  try {
    errors.raise();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(ErrorList, TellsAllInTheOrderOfTheirPlaces) {
  ErrorList errors;
  errors.add(Error({"x.yaml", 7, 3}, "c", "C"));
  errors.add(Error({"x.yaml", 7, 1}, "b", ""));
  errors.add(Error({"a.yaml", 9, 1}, "a", "A"));
  EXPECT_EQ(message(errors), "a.yaml:9:1: a\nhint: A\n\nx.yaml:7:1: b\n\nx.yaml:7:3: c\nhint: C");
}

TEST(ErrorList, KeepsTheTurnOfWhatHasNoLine) {
  ErrorList errors;
  errors.add(Error({"--set", 0, 9, "warps=1,,"}, "first", ""));
  errors.add(Error({"--set", 0, 3, "n="}, "second", ""));
  EXPECT_EQ(message(errors), "--set: first\n  warps=1,,\n          ^\n\n--set: second\n  n=\n    ^");
}

TEST(ErrorList, TellsNothingTwice) {
  ErrorList errors;
  EXPECT_FALSE(errors.attempt([] { throw Error("once", ""); }));
  EXPECT_FALSE(errors.attempt([] { throw Error("once", ""); })) << "wrong, even when it is told already";
  EXPECT_EQ(message(errors), "once");
}

TEST(ErrorList, TakesApartWhatIsSeveralAlready) {
  ErrorList inner, outer;
  inner.add(Error({"b.yaml", 1}, "b", ""));
  inner.add(Error({"a.yaml", 1}, "a", ""));
  outer.add(Error({"a.yaml", 1}, "a", ""));
  EXPECT_FALSE(outer.attempt([&] { inner.raise(); }));
  EXPECT_EQ(message(outer), "a.yaml:1: a\n\nb.yaml:1: b");
}

TEST(ErrorList, AnAttemptIsGoodOnlyWhenNothingWithinItWasWrong) {
  ErrorList errors;
  EXPECT_TRUE(errors.attempt([] {}));
  EXPECT_FALSE(errors.attempt([&] { errors.attempt([] { throw Error("inner", ""); }); }));
  EXPECT_TRUE(errors.attempt([] {})) << "what was wrong before does not count";
}

TEST(ErrorList, WithoutErrorsRaisesNothing) {
  EXPECT_TRUE(ErrorList().empty());
  EXPECT_EQ(message(ErrorList()), "none");
}

TEST(ErrorList, TellsTenAndHowManyMore) {
  ErrorList errors;
  for (std::size_t line = 1; line <= 10; ++line) errors.add(Error({"x.yaml", line}, "bad", ""));
  EXPECT_TRUE(message(errors).ends_with("\n\nx.yaml:10: bad"));
  errors.add(Error({"x.yaml", 11}, "bad", ""));
  EXPECT_TRUE(message(errors).ends_with("\n\nx.yaml:10: bad\n\nand 1 more"));
}

TEST(ErrorList, AnErrorOfOneIsThatOne) {
  ErrorList errors;
  errors.add(Error({"x.yaml", 7, 3, "  famly"}, "unknown", "known"));
  EXPECT_EQ(message(errors), Error({"x.yaml", 7, 3, "  famly"}, "unknown", "known").what());
}

}  // namespace
}  // namespace warpledger
