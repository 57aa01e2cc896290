#include "report/filled_columns.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

const Table kFirst{.columns = {"a", "b", "c"}, .rows = {{Cell{}, Cell{}, Cell{1.5}}}};
const Table kSecond{.columns = {"a", "b", "c"}, .rows = {{Cell{"x"}, Cell{}, Cell{}}}};

TEST(FilledColumns, HaveAValueInAnyPart) {
  FilledColumns filled;
  filled.see(kFirst);
  filled.see(kSecond);
  EXPECT_THAT(filled.of(kFirst).columns, ElementsAre("a", "c"));
  EXPECT_THAT(filled.of(kFirst).rows, ElementsAre(ElementsAre(Cell{}, Cell{1.5})));
}

TEST(FilledColumns, OfAnAnswerWithoutRowsAreAll) {
  FilledColumns filled;
  const Table none{.columns = {"a"}, .rows = {}};
  filled.see(none);
  EXPECT_THAT(filled.of(none).columns, ElementsAre("a"));
}

TEST(FilledColumns, KeepTheirMarks) {
  FilledColumns filled;
  const Table marked{.columns = {"a", "b"}, .rows = {{Cell{}, 1.5}}, .modelled = {false, true}};
  filled.see(marked);
  EXPECT_THAT(filled.of(marked).columns, ElementsAre("b"));
  EXPECT_TRUE(filled.of(marked).is_modelled(0));
}

TEST(FilledColumns, LoseNoValueThatCameAfterThey) {
  FilledColumns filled;
  filled.see(kFirst);
  EXPECT_THROW(filled.of(kSecond), Error);
}

}  // namespace
}  // namespace warpledger
