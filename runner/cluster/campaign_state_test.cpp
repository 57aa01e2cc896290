#include "cluster/campaign_state.h"

#include <gmock/gmock.h>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

/// Two tasks, each with a shard of one experiment.
class CampaignStateTest : public LedgerTest {
 protected:
  /// Adds a run of a task with `points` of its `planned` points recorded, starting with point `first`.
  void add(const std::string& shard, std::int64_t planned, std::int64_t first, std::int64_t points,
           const std::string& campaign = kCampaign) {
    RunInfo info = run_info();
    info.campaign = campaign;
    if (!text_.empty()) info.experiment_text = text_;
    info.shard = shard;
    info.planned_points = planned;
    info.settings_json = R"({"plan_points": 7})";
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(info);
    for (std::int64_t ordinal = first; ordinal < first + points; ++ordinal) {
      Job recorded = job(ordinal);
      Result its = result(ordinal);
      if (ordinal == 2) {
        its.outcome = Outcome::incorrect;
        its.reason = "wrong";
      }
      writer.record(recorded, its);
    }
  }
  CampaignState state() const {
    CampaignState state(
        {.job_name = "j", .created_utc = "", .tasks = 2, .array_limit = {}, .experiments = {{"x", "x", kCampaign}}});
    if (std::filesystem::exists(path())) state.add_ledger(path(), kSchema);
    return state;
  }
  std::string text_;  ///< of the experiment; empty: that of run_info()
  static constexpr const char* kCampaign = "01234567-89ab-cdef-0123-456789abcdef";
};

TEST_F(CampaignStateTest, KnowsNothingBeforeATaskHasBegun) {
  EXPECT_EQ(state().text(), "0 of 2 tasks finished; 0 points");
  EXPECT_EQ(state().unfinished_tasks(), (std::vector<std::int64_t>{1, 2}));
  EXPECT_FALSE(state().plan_points(0));
  EXPECT_FALSE(state().shard(1, 0).begun);
}

TEST_F(CampaignStateTest, CountsEachPointOnceThatRunsOfAShardHaveTogether) {
  add("1/2", 4, 0, 2);
  EXPECT_EQ(state().text(), "0 of 2 tasks finished; 2 of 7 points");
  EXPECT_EQ(state().shard(1, 0).planned, 4);
  EXPECT_EQ(state().shard(1, 0).recorded, 2);
  add("1/2", 2, 2, 2);  // another run of the shard that continues
  add("1/2", 4, 0, 1);  // a run that started over because its ledger was lost
  EXPECT_EQ(state().text(), "1 of 2 tasks finished; 4 of 7 points, 1 of them not ok");
  EXPECT_EQ(state().unfinished_tasks(), std::vector<std::int64_t>{2});
}

TEST_F(CampaignStateTest, TakesAnEmptyShardForWhole) {
  add("1/2", 7, 0, 7);
  add("2/2", 0, 0, 0);
  EXPECT_EQ(state().text(), "2 of 2 tasks finished; 7 of 7 points, 1 of them not ok");
}

TEST_F(CampaignStateTest, TellsWhereTasksMeasuredOtherTexts) {
  text_ = "experiment: x\n";
  add("1/2", 4, 0, 4);
  EXPECT_TRUE(state().mixtures().empty());
  add("1/2", 4, 0, 4);
  text_ = "experiment: x # another\n";
  add("2/2", 3, 4, 3);
  EXPECT_EQ(state().text(), "2 of 2 tasks finished; 7 of 7 points, 1 of them not ok");
  EXPECT_THAT(state().mixtures(), testing::ElementsAre(testing::HasSubstr("task 2 measured another experiments/")));
}

TEST_F(CampaignStateTest, PassesOverRunsOfOtherCampaignsAndSplits) {
  add("1/2", 4, 0, 4, "11234567-89ab-cdef-0123-456789abcdef");
  add("1/3", 4, 0, 4);
  EXPECT_EQ(state().text(), "0 of 2 tasks finished; 0 points");
}

}  // namespace
}  // namespace warpledger
