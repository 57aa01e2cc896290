#include "grading/pages/checked_rules.h"

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

class CheckedRules : public LedgerTest {
 protected:
  static GradingRule rule(decltype(GradingRule::judged) judged) {
    return {.judged = std::move(judged), .points = 10, .where = {}, .place = {}};
  }
  static GoalRule goal(const std::string& sql) { return {.goal = {.sql = sql, .place = {}}, .credit = Credit::all}; }

  static Experiment experiment() {
    Experiment loaded = load_experiment(Library({WARPLEDGER_SOURCE_DIR}), "lsu-2024-hw01");
    loaded.grading->submission = {"norm_base"};
    loaded.grading->reference = {{"norm_base", "norm_base"}};
    loaded.grading->problems = {{.name = "Problem 1",
                                 .points = 40,
                                 .kernels = {"norm_base"},
                                 .rules = {rule(CorrectRule{}), rule(goal("l2_write_norm <= 1.05")),
                                           rule(goal("dram_bytes < 1e9")), rule(RatioRule{1.5, 4})}}};
    return loaded;
  }

  std::string rules_of_run(const Result& point) const {
    RunInfo info = run_info();
    info.planned_points = 1;
    LedgerWriter writer(path(), kSchema);
    const std::string uuid = writer.begin_run(info);
    writer.record(job(0), point);
    writer.end_run("finished", "");
    return checked_rules(read_check(LedgerReader(path(), kSchema), experiment(), uuid));
  }
};

TEST_F(CheckedRules, AreMetOrNotWithTheirNumbers) {
  EXPECT_EQ(rules_of_run(result(0)),
            "What the rules say about these points; grading may add shapes and inputs:\n"
            "Problem 1\n"
            "  every point correct: met: the point is correct\n"
            "  l2_write_norm <= 1.05: not met: 0 of 1 point meet `l2_write_norm <= 1.05`; the first that does not: "
            "norm_base d_l=32 n_l=147456 blocks=128 warps=1 (l2_write_norm = 8)\n"
            "  dram_bytes < 1e9: cannot be judged here: `dram_bytes < 1e9` cannot be judged at norm_base d_l=32 "
            "n_l=147456 blocks=128 warps=1: dram_bytes = NULL: this chip has no such counter (dram_bytes)\n"
            "  time relative to the reference's: full marks up to 1.5, none from 4: judged during grading, with the "
            "reference\n");
}

TEST_F(CheckedRules, GiveNothingForAGoalWhereThePointsAreWrong) {
  Result wrong = result(0);
  wrong.outcome = Outcome::incorrect;
  wrong.reason = "l_out[7] = 0\nand more that was shown before";
  const std::string text = rules_of_run(wrong);
  EXPECT_THAT(text, testing::Not(HasSubstr("and more")));
  EXPECT_THAT(text, HasSubstr("  every point correct: not met: 1 of 1 point is not correct; the first: "));
  EXPECT_THAT(text, HasSubstr("  l2_write_norm <= 1.05: not correct: 1 of 1 point is not correct\n"));
}

}  // namespace
}  // namespace warpledger
