#include "store/marks.h"

#include <gmock/gmock.h>

#include <map>

#include "model/table.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using Rows = std::vector<Row>;

/// The marks of the answers by basis; what is not given is as in `shown`.
std::vector<std::vector<Mark>> marks(const Rows& shown, const std::map<std::string, Rows>& others) {
  return marked_answer([&](const std::string& basis) {
           const auto other = others.find(basis);
           Table table{{"kernel", "a", "b"}, other == others.end() ? shown : other->second};
           table.columns.resize(shown.empty() ? 0 : shown.front().size());
           return table;
         })
      .marks;
}

TEST(Marks, AreLeftOutWhenNothingIsModelled) {
  EXPECT_TRUE(marks({Row{"k", 1.0}}, {{"firm", {}}, {"uncounted", {}}}).empty());
  EXPECT_TRUE(marks({}, {}).empty());
}

TEST(Marks, AreOnCellsThatDifferWithoutEstimates) {
  EXPECT_THAT(
      marks({Row{"k", 1.0, 2.0}, Row{"l", 1.0, 3.0}}, {{"measured", {Row{"k", 1.0, kNull}, Row{"l", 1.0, 3.0}}}}),
      ElementsAre(std::vector<Mark>{Mark::none, Mark::none, Mark::modelled},
                  std::vector<Mark>{Mark::none, Mark::none, Mark::none}));
}

TEST(Marks, TellPoorNumbersFromOthers) {
  EXPECT_THAT(marks({Row{"k", 1.0, 2.0}}, {{"measured", {Row{"k", kNull, kNull}}}, {"firm", {Row{"k", 1.0, kNull}}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled, Mark::poor}));
}

TEST(Marks, RefuseWhatIsMadeOfMeasuredNumbersToo) {
  // a: a mean over a host's and a GPU's points; b: the modelled one alone
  EXPECT_THAT(marks({Row{"k", 1.5, 1.0}}, {{"measured", {Row{"k", 2.0, kNull}}}, {"uncounted", {Row{"k", 1.0, 1.0}}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::mixed, Mark::modelled}));
}

TEST(Marks, FollowRowsThatChangeTheirOrder) {
  EXPECT_THAT(
      marks({Row{"k", 1.0, 5.0}, Row{"l", 2.0, 6.0}}, {{"measured", {Row{"l", kNull, 6.0}, Row{"k", kNull, 5.0}}}}),
      ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled, Mark::none},
                  std::vector<Mark>{Mark::none, Mark::modelled, Mark::none}));
}

TEST(Marks, AreOnAllNumbersOfARowThatIsGoneWithoutEstimates) {
  EXPECT_THAT(marks({Row{"k", 1.0, kNull}, Row{"l", 2.0, 6.0}}, {{"measured", {Row{"l", 2.0, 6.0}}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled, Mark::none},
                          std::vector<Mark>{Mark::none, Mark::none, Mark::none}));
  EXPECT_THAT(marks({Row{"k", 1.0}}, {{"measured", {}}, {"uncounted", {}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled}));
}

TEST(Marks, AreOnTextThatIsMadeOfAModelledNumber) {
  EXPECT_THAT(marks({Row{"k", "  1.5"}, Row{"l", "2.0"}}, {{"measured", {Row{"k", kNull}, Row{"l", "2.0"}}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled}, std::vector<Mark>{Mark::none, Mark::none}));
}

TEST(Marks, AreOnFormattedNumbersAndBars) {
  const std::vector<BarPart> part = {{'*', 0.5}};
  EXPECT_THAT(marks({Row{"k", encode_number("%.1f", 1), encode_bar(part)}}, {{"measured", {}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled, Mark::modelled}));
}

TEST(Marks, AreOnARowThatTookTheModelToBeTheFirst) {
  // ORDER BY a DESC LIMIT 1
  EXPECT_THAT(marks({Row{"k", 9.0, 1.0}}, {{"measured", {Row{"l", 3.0, 1.0}}}}),
              ElementsAre(std::vector<Mark>{Mark::modelled, Mark::modelled, Mark::none}));
}

}  // namespace
}  // namespace warpledger
