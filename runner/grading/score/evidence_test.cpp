#include "grading/score/evidence.h"

#include "grading/score/grade.h"
#include "grading/score/rule_text.h"
#include "ledger/grading_conditions.h"
#include "store/ledger_fixture.h"
#include "store/notes.h"

namespace warpledger {
namespace {

using testing::SizeIs;

class GradeEvidence : public LedgerTest {
 protected:
  static Experiment experiment(decltype(GradingRule::judged) judged, const std::string& where = "") {
    Experiment loaded = load_experiment(Library({WARPLEDGER_SOURCE_DIR}), "lsu-2024-hw01");
    Grading& grading = *loaded.grading;
    grading.submission = {"norm_base"};
    grading.reference = {{"norm_base", "norm_group"}};
    GradingRule rule{.judged = std::move(judged), .points = 10, .where = {}, .place = {}};
    if (!where.empty()) rule.where = PointCondition{.sql = where, .place = {}};
    grading.problems = {{.name = "Problem 1", .points = 10, .kernels = {"norm_base"}, .rules = {rule}}};
    return loaded;
  }

  static GoalRule goal(const std::string& sql, Credit credit = Credit::all) {
    return {.goal = {.sql = sql, .place = {}}, .credit = credit};
  }

  static Job job_of(const std::string& kernel, std::int64_t ordinal, int warps) {
    Job point = job(ordinal);
    point.kernel = kernel;
    point.identity = kernel + " d_l=32 n_l=147456 blocks=128 warps=" + std::to_string(warps);
    point.key = point.identity;
    for (Quantity& quantity : point.quantities)
      if (quantity.name == "warps") quantity.value = warps;
    return point;
  }

  static Result timed(double time_ns) {
    Result ended = result(0);
    ended.timing =
        Timing{{{time_ns, {}}, {1.01 * time_ns, {}}, {0.99 * time_ns, {}}}, "cuda event", "max_relative_error"};
    return ended;
  }

  /// Writes a run of Anna's, or of the family's kernels, with a point per result at 1, 2, 3 ... warps.
  std::string write(const std::string& kernel, const std::vector<Result>& results, std::int64_t planned = -1) const {
    RunInfo info = run_info();
    if (kernel == "norm_base") info.submission = "anna";
    info.planned_points = planned < 0 ? static_cast<std::int64_t>(results.size()) : planned;
    LedgerWriter writer(path(), kSchema);
    std::string uuid = writer.begin_run(info);
    for (std::size_t i = 0; i < results.size(); ++i) {
      Result ended = results[i];
      ended.ordinal = static_cast<std::int64_t>(i);
      writer.record(job_of(kernel, ended.ordinal, static_cast<int>(i) + 1), ended);
    }
    writer.end_run(planned < 0 ? "finished" : "interrupted", planned < 0 ? "" : "cut off");
    return uuid;
  }

  SubmissionEvidence evidence(const Experiment& graded, const GradedRuns& runs) const {
    return read_evidence(LedgerReader(path(), kSchema), graded, "anna", runs);
  }

  RuleGrade grade(const Experiment& graded, const GradedRuns& runs) const {
    return grade_class(*graded.grading, std::vector{evidence(graded, runs)}, {}).at(0).problems.at(0).rules.at(0);
  }

  std::string text(const Experiment& graded, const GradedRuns& runs) const {
    return finding_text(graded.grading->problems.at(0).rules.at(0), grade(graded, runs));
  }

  static Result wrong() {
    Result ended = result(0);
    ended.outcome = Outcome::incorrect;
    ended.reason = "l_out[7] = 0";
    return ended;
  }
};

TEST_F(GradeEvidence, HasEveryPointOfEveryRun) {
  const std::string seen = write("norm_base", {result(0), result(0)}), hidden = write("norm_base", {wrong()});
  EXPECT_EQ(text(experiment(CorrectRule{}), {.checked = {seen, hidden}, .profiled = {}, .rounds = {}}),
            "1 of 3 points is not correct; the first: norm_base d_l=32 n_l=147456 blocks=128 warps=1: incorrect, "
            "l_out[7] = 0");
}

TEST_F(GradeEvidence, TakesWhatIsWrongInARoundForWrong) {
  const std::string checked = write("norm_base", {result(0)}), round = write("norm_base", {wrong()});
  const RuleGrade found =
      grade(experiment(CorrectRule{}), {.checked = {checked}, .profiled = {}, .rounds = {{round, checked}}});
  EXPECT_EQ(found.verdict, RuleVerdict::not_met);
}

TEST_F(GradeEvidence, JudgesAGoalWhereItApplies) {
  const std::string run = write("norm_base", {result(0), result(0), result(0)});
  const GradedRuns runs = {.checked = {run}, .profiled = {run}, .rounds = {}};
  EXPECT_EQ(text(experiment(goal("l2_read_norm <= 1.05 and warps < 3", Credit::share), "warps >= 2"), runs),
            "1 of 2 points meets `l2_read_norm <= 1.05 and warps < 3`; the first that does not: norm_base d_l=32 "
            "n_l=147456 blocks=128 warps=3 (l2_read_norm = 1, warps = 3)");
  EXPECT_EQ(grade(experiment(goal("l2_write_norm <= 1.05")), runs).verdict, RuleVerdict::not_met);
  EXPECT_EQ(text(experiment(goal("TRUE"), "warps = 7"), runs), "no measured point meets `warps = 7`");
}

TEST_F(GradeEvidence, GivesTheReasonWhyAGoalCannotBeJudged) {
  const std::string run = write("norm_base", {result(0)});
  const Experiment graded = experiment(goal("dram_bytes < 10"));
  const GradedRuns runs = {.checked = {run}, .profiled = {run}, .rounds = {}};
  EXPECT_EQ(grade(graded, runs).verdict, RuleVerdict::cannot_judge);
  EXPECT_EQ(text(graded, runs),
            "`dram_bytes < 10` cannot be judged at norm_base d_l=32 n_l=147456 blocks=128 warps=1: dram_bytes = NULL: "
            "this chip has no such counter (dram_bytes)");
}

TEST_F(GradeEvidence, SaysThatNumbersAreModelled) {
  RunInfo host = host_info();
  host.submission = "anna";
  host.planned_points = 1;
  Result unprofiled = result(0);
  unprofiled.metrics.clear();
  LedgerWriter writer(path(), kSchema);
  const std::string run = writer.begin_run(host);
  writer.record(job(0), unprofiled);
  writer.add_estimates(0, {modelled("l2_read_bytes", 4.0 * 147456 * 32, 1, 1e9, Confidence::good)});
  writer.end_run("finished", "");
  EXPECT_EQ(text(experiment(goal("l2_read_norm <= 1.05")), {.checked = {run}, .profiled = {run}, .rounds = {}}),
            "1 of 1 point meets `l2_read_norm <= 1.05` by modelled, not measured, numbers");
}

TEST_F(GradeEvidence, PutsTheReferenceOfTheSameParametersBesideAPoint) {
  const std::string hers = write("norm_base", {timed(2e5), timed(3e5)});
  const std::string ours = write("norm_group", {timed(1e5), timed(1e5)});
  const GradedRuns runs = {.checked = {hers}, .profiled = {}, .rounds = {{hers, ours}, {hers, ours}}};
  const SubmissionEvidence found = evidence(experiment(RatioRule{1, 4}), runs);
  ASSERT_THAT(found.problems.at(0).rules.at(0).timed, SizeIs(2));
  const RuleGrade graded = grade(experiment(RatioRule{1, 4}), runs);
  EXPECT_NEAR(graded.ratio->value, std::sqrt(6), 1e-9);
  EXPECT_NEAR(grade(experiment(RatioRule{1, 4}, "warps = 2"), runs).ratio->value, 3, 1e-9);
}

TEST_F(GradeEvidence, CannotJudgeATimeWithoutTheReferences) {
  const std::string hers = write("norm_base", {timed(2e5)}), ours = write("norm_group", {wrong()});
  EXPECT_EQ(
      text(experiment(RatioRule{1, 4}), {.checked = {hers}, .profiled = {}, .rounds = {{hers, ours}, {hers, ours}}}),
      "0 of 2 rounds can be used; 2 are needed: the reference: no time at norm_base d_l=32 n_l=147456 blocks=128 "
      "warps=1");
}

TEST_F(GradeEvidence, IsIncompleteWhereARunIs) {
  const Experiment graded = experiment(CorrectRule{});
  const auto incomplete = [&](const std::string& run) {
    return evidence(graded, {.checked = {run}, .profiled = {}, .rounds = {}}).incomplete;
  };
  const std::string cut_off = write("norm_base", {result(0)}, 40);
  EXPECT_EQ(incomplete(cut_off)->why, Incomplete::Why::interrupted);
  EXPECT_EQ(incomplete(cut_off)->run, cut_off);
  EXPECT_EQ(incomplete(cut_off)->recorded, 1);
  EXPECT_EQ(incomplete(cut_off)->planned, 40);
  EXPECT_EQ(incomplete(cut_off)->reason, "cut off");
  EXPECT_EQ(incomplete("0123456789")->why, Incomplete::Why::not_in_ledger);
  const std::string whole = write("norm_base", {result(0)});
  EXPECT_FALSE(incomplete(whole));
  write_note(path(), kSchema, {.kind = "forget", .run = whole});
  EXPECT_EQ(incomplete(whole)->why, Incomplete::Why::forgotten);
}

TEST_F(GradeEvidence, HasTheAdjustmentsOfTheSubmission) {
  const std::string run = write("norm_base", {result(0)});
  Adjustment late;
  late.experiment = "lsu-2024-hw01";
  late.submission = "anna";
  late.percent = -10;
  late.reason = "one day late";
  write_adjustment(path(), kSchema, late);
  const auto found = evidence(experiment(CorrectRule{}), {.checked = {run}, .profiled = {}, .rounds = {}}).adjustments;
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].percent, -10);
  EXPECT_FALSE(found[0].points);
  EXPECT_EQ(found[0].reason, "one day late");
}

}  // namespace
}  // namespace warpledger
