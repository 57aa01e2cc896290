#include "grading/pages/scoreboard.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "grading/pages/checked_rules.h"
#include "grading/pages/gradescope_results.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

GradingRule rule_where(decltype(GradingRule::judged) judged, const std::string& where) {
  GradingRule rule{.judged = std::move(judged), .points = 10, .where = {}, .place = {}};
  if (!where.empty()) rule.where = PointCondition{.sql = where, .place = {}};
  return rule;
}

Grading graded_by(std::vector<GradingRule> rules) {
  Grading grading;
  grading.submission = {"norm_base"};
  grading.reference = {{"norm_base", "norm_base"}};
  grading.problems = {{.name = "Problem 1", .points = 40, .kernels = {"norm_base"}, .rules = std::move(rules)}};
  return grading;
}

/// Autolab reads an array of hashes with `hdr`, and with `asc` only in the first three.
TEST(ScoreboardSpecification, IsWhatAutolabTakes) {
  const Grading grading =
      graded_by({rule_where(CorrectRule{}, ""), rule_where(RatioRule{}, ""), rule_where(RankRule{}, ""),
                 rule_where(TimeRule{}, ""), rule_where(RatioRule{}, "a = 'x:y'"), rule_where(TimeRule{}, "d_l = 8")});
  const nlohmann::json columns = nlohmann::json::parse(scoreboard_specification(grading)).at("scoreboard");
  std::vector<std::string> headers;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    headers.push_back(columns[i].at("hdr"));
    EXPECT_EQ(columns[i].contains("asc"), i == 2) << "Autolab refuses an order of other columns";
    EXPECT_EQ(columns[i].size(), columns[i].contains("asc") ? 2U : 1U) << "and other keys";
  }
  EXPECT_THAT(headers,
              ElementsAre("Correct", "Points", "Problem 1 mean time (us)", "Problem 1 slowest point (us)",
                          "Problem 1 mean time where a = 'x y' (us)", "Problem 1 slowest point where d_l = 8 (us)"));
}

TEST(ScoreboardSpecification, IsEmptyWhereNoRuleLooksAtTimes) {
  EXPECT_EQ(scoreboard_specification(graded_by({rule_where(CorrectRule{}, "")})), "");
}

class ScoreboardEntry : public LedgerTest {
 protected:
  CheckedSubmission checked(const std::vector<Result>& points, std::size_t planned = 2) const {
    Experiment experiment = load_experiment(Library({WARPLEDGER_SOURCE_DIR}), "lsu-2024-hw01");
    experiment.grading = graded_by({rule_where(CorrectRule{Credit::share}, ""), rule_where(RatioRule{}, ""),
                                    rule_where(TimeRule{{{1e9, 5}}}, "")});
    RunInfo info = run_info();
    info.planned_points = static_cast<std::int64_t>(planned);
    LedgerWriter writer(path(), kSchema);
    const std::string uuid = writer.begin_run(info);
    for (const Result& point : points) {
      Job one = job(point.ordinal);
      one.identity += fmt::format(" rep={}", point.ordinal);
      writer.record(one, point);
    }
    writer.end_run("finished", "");
    return read_check(LedgerReader(path(), kSchema), experiment, uuid);
  }
  static Result timed(int ordinal, double time_ns) {
    Result point = result(ordinal);
    point.timing->samples = {{time_ns, {}}, {time_ns, {}}};
    return point;
  }
  static Result wrong(int ordinal) {
    Result point = result(ordinal);
    point.outcome = Outcome::incorrect;
    point.reason = "l_out[7] = 0";
    point.timing.reset();
    return point;
  }
};

TEST_F(ScoreboardEntry, HasThePointsTheMeanTimeAndTheSlowest) {
  const CheckedSubmission right = checked({timed(0, 2000), timed(1, 8000)});
  EXPECT_THAT(right.scoreboard, ElementsAre(2, 10, 4, 8));
  const std::string feedback = autolab_feedback(right);
  EXPECT_EQ(feedback.substr(feedback.rfind('\n') + 1), R"({"scores":{"Problem 1":10},"scoreboard":[2,10,4,8]})");
}

TEST_F(ScoreboardEntry, IsNotThereAfterAPointThatIsNotCorrect) {
  const CheckedSubmission partly = checked({timed(0, 2000), wrong(1)});
  EXPECT_EQ(partly.sheet.total, 5);
  EXPECT_THAT(partly.scoreboard, IsEmpty());
  EXPECT_EQ(autolab_feedback(partly).find("scoreboard"), std::string::npos);
}

TEST_F(ScoreboardEntry, IsNotThereWithoutTimesOrBeforeTheEnd) {
  Result untimed = result(1);
  untimed.timing.reset();
  EXPECT_THAT(checked({timed(0, 2000), untimed}).scoreboard, IsEmpty());
  EXPECT_THAT(checked({timed(0, 2000)}, 2).scoreboard, IsEmpty());
}

}  // namespace
}  // namespace warpledger
