#include "ledger/view_reference.h"

#include "ledger/ledger_reader.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Row = std::vector<Cell>;

class ReferenceOfViews : public LedgerTest {
 protected:
  const Library library_{{WARPLEDGER_SOURCE_DIR}};
  const LedgerReader ledger_ = open_empty_ledger(library_);
  const ViewReference reference_{ledger_, library_};
};

TEST_F(ReferenceOfViews, ExplainsEveryColumn) { EXPECT_THAT(reference_.unexplained(), IsEmpty()); }

TEST_F(ReferenceOfViews, SaysWhatTheRowsOfEveryViewAre) {
  for (const Row& row : reference_.views().rows)
    EXPECT_NE(std::get<std::string>(row.at(1)), "") << std::get<std::string>(row.at(0));
}

TEST_F(ReferenceOfViews, LeavesOutWhatIsAStepForTheOthers) {
  std::vector<std::string> views;
  for (const Row& row : reference_.views().rows) views.push_back(std::get<std::string>(row.at(0)));
  EXPECT_THAT(views, Contains("points"));
  EXPECT_THAT(views, Not(Contains("timed")));
}

TEST_F(ReferenceOfViews, TakesUnitsAndMeaningsFromTheCommentsAndTheMetrics) {
  const auto rows = reference_.columns("point").rows;
  EXPECT_THAT(rows, Contains(Row{"time_us", "µs", "time of one launch, median of the samples; by whichever clock"}));
  EXPECT_THAT(rows, Contains(Row{"l1_hit_pct", "%", "share of the sectors asked of L1 that were there"}));
}

TEST_F(ReferenceOfViews, TakesTheColumnsOfALedgerFromItsFamilies) {
  write_run(1);
  const LedgerReader written = read_latest();
  const ViewReference reference(written, library_);
  EXPECT_THAT(reference.columns("point").rows, Contains(Row{"d_l", "", "norm: components of a vector"}));
}

TEST_F(ReferenceOfViews, SaysSoOfAColumnThatNothingDescribes) {
  write_run(1);
  const LedgerReader written = read_latest();
  const ViewReference reference(written, library_);
  EXPECT_THAT(reference.columns("point").rows,
              Contains(Row{"smsp__cycles_active.avg", "", "not described by any view, metric or family"}));
  EXPECT_THAT(reference.unexplained(), Contains("points.smsp__cycles_active.avg"));
}

TEST_F(ReferenceOfViews, NamesTheNearestView) {
  EXPECT_THAT(message_of([&] { reference_.columns("piont"); }),
              testing::StartsWith("there is no view 'piont'\nhint: did you mean 'point'? allowed: "));
}

TEST_F(ReferenceOfViews, ListsTheSameColumnsOnce) {
  const std::string page = reference_.markdown();
  EXPECT_THAT(page, HasSubstr("### `run_info`"));
  EXPECT_THAT(page, HasSubstr("Its columns are those of `runs`."));
  EXPECT_THAT(page, HasSubstr("| d_l | norm | components of a vector |"));
}

}  // namespace
}  // namespace warpledger
