#include "ledger/contents.h"

#include <gmock/gmock.h>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using Row = std::vector<Cell>;

Cell whole(std::int64_t number) { return number; }

RunSummary run(const std::string& uuid) {
  return {.uuid = uuid + "-0000-0000",
          .started_utc = "2024-02-29 12:00:0" + uuid.substr(0, 1),
          .experiment = "hw01",
          .device_name = "GPU",
          .planned_points = 4,
          .recorded_points = 3,
          .submission = "",
          .tags = "",
          .forgotten = false,
          .tool = "warpledger",
          .outcome = "finished"};
}

/// The second run does not belong to the grading of the others.
std::vector<RunSummary> runs() {
  return {run("11111111"), run("22222222"), run("33333333"), run("44444444"), run("55555555")};
}

/// The third run is the reference's.
RunsOfGradings graded() {
  return {{"11111111-0000-0000", {.session = "feedc0de-1", .submission = "anna"}},
          {"33333333-0000-0000", {.session = "feedc0de-1", .submission = ""}},
          {"44444444-0000-0000", {.session = "feedc0de-1", .submission = "ben"}},
          {"55555555-0000-0000", {.session = "feedc0de-1", .submission = "anna"}}};
}

TEST(RunList, LeavesTheRunsOfGradingsToTheirOwnList) {
  EXPECT_THAT(run_list(runs(), graded(), false).rows,
              ElementsAre(Row{"22222222", "2024-02-29 12:00:02", "hw01", "GPU", whole(3), whole(4), "finished", ""}));
  EXPECT_THAT(run_list(runs(), graded(), true).rows, SizeIs(5));
}

TEST(RunList, SaysThatARunIsForgotten) {
  RunSummary forgotten = run("1");
  forgotten.forgotten = true;
  EXPECT_THAT(run_list(std::vector{forgotten}, {}, false).rows, IsEmpty());
  EXPECT_EQ(run_list(std::vector{forgotten}, {}, true).rows.at(0).at(6), Cell("finished, forgotten"));
}

TEST(RunList, ForProgramsHasWholeUuidsAndTheColumnsOfTheViewOfRuns) {
  const Table table = run_list(std::vector{run("1")}, {}, false, ListFor::programs);
  EXPECT_THAT(table.columns, ElementsAre("run_uuid", "started_utc", "experiment", "submission", "device_name",
                                         "recorded_points", "planned_points", "outcome", "tags", "forgotten", "tool"));
  EXPECT_THAT(table.rows, ElementsAre(Row{"1-0000-0000", "2024-02-29 12:00:01", "hw01", Cell(), "GPU", whole(3),
                                          whole(4), "finished", Cell(), whole(0), "warpledger"}));
}

TEST(RunList, ShowsWhichSubmissionARunIsOf) {
  std::vector<RunSummary> all = runs();
  all[1].submission = "bobby";
  const Table table = run_list(all, {}, false);
  EXPECT_EQ(table.columns.at(3), "submission");
  EXPECT_EQ(table.rows.at(1).at(3), Cell("bobby"));
  EXPECT_EQ(table.rows.at(0).at(3), Cell());
}

TEST(GradingList, HasALineASessionWithItsSubmissionsAndRuns) {
  EXPECT_THAT(grading_list(runs(), graded(), false).rows,
              ElementsAre(Row{"feedc0de", "2024-02-29 12:00:01", "hw01", "GPU", whole(2), whole(4), whole(0)}));
  EXPECT_THAT(grading_list({}, {}, false).rows, IsEmpty());
  EXPECT_EQ(grading_list(runs(), graded(), false, ListFor::programs).rows.at(0).at(0), Cell("feedc0de-1"));
}

TEST(GradingList, KeepsDevicesApartAndCountsWhatDidNotFinish) {
  std::vector<RunSummary> all = runs();
  all[0].outcome = "interrupted";
  all[4].device_name = "other GPU";
  const Table table = grading_list(all, graded(), false);
  ASSERT_THAT(table.rows, SizeIs(2));
  EXPECT_EQ(table.rows[0].at(5), whole(3));
  EXPECT_EQ(table.rows[0].at(6), whole(1));
  EXPECT_EQ(table.rows[1].at(3), Cell("other GPU"));
}

TEST(GradingList, DoesNotCountForgottenRunsUnlessAsked) {
  std::vector<RunSummary> all = runs();
  all[3].forgotten = true;
  EXPECT_EQ(grading_list(all, graded(), false).rows.at(0).at(4), whole(1));
  EXPECT_EQ(grading_list(all, graded(), true).rows.at(0).at(4), whole(2));
}

TEST_F(LedgerTest, TellsRunsOfGradingsByTheirSettings) {
  RunInfo info = run_info();
  write_run(0, info);
  info.submission = "anna";
  info.settings_json = R"({"grading": {"session": "feedc0de-1", "role": "round"}})";
  const std::string hers = write_run(0, info);
  const RunsOfGradings found = runs_of_gradings(read_latest());
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found.at(hers).session, "feedc0de-1");
  EXPECT_EQ(found.at(hers).submission, "anna");
}

}  // namespace
}  // namespace warpledger
