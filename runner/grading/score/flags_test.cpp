#include "grading/score/flags.h"

#include "store/ledger_fixture.h"
#include "store/notes.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

MATCHER_P(IsSameSourceAs, other, "") {
  return arg.kind == FlagKind::same_source && arg.others == std::vector<std::string>{other};
}

class GradeFlags : public LedgerTest {
 protected:
  void submit(const std::string& submission, const std::string& text, double time_ns = 1e6) {
    RunInfo info = run_info();
    info.submission = submission;
    info.planned_points = 1;
    LedgerWriter writer(path(), kSchema);
    runs_[submission].rounds.push_back({.submission = writer.begin_run(info), .reference = ""});
    Job point = job(0);
    point.kernel = "norm_group";
    point.key = submission;
    point.program = {{"norm_group.cu", text}, {}};
    point.measure.cache = Cache::cold;
    Result ended = result(0);
    ended.timing = Timing{{{time_ns, {}}}, "cuda event", "max_relative_error"};
    writer.record(point, ended);
    writer.end_run("finished", "");
  }

  void look_at(const std::string& submission) const {
    Adjustment seen;
    seen.experiment = "lsu-2024-hw01";
    seen.submission = submission;
    seen.points = 0;
    seen.reason = "they worked together, as was allowed";
    write_adjustment(path(), kSchema, seen);
  }

  std::map<std::string, std::vector<Flag>> flags() const {
    return read_flags(LedgerReader(path(), kSchema), load_experiment(Library({WARPLEDGER_SOURCE_DIR}), "lsu-2024-hw01"),
                      runs_, {})
        .flags;
  }

  std::map<std::string, GradedRuns> runs_;
};

TEST_F(GradeFlags, AreOfSourceAndOfTime) {
  submit("anna", "f();");
  submit("ben", "f();", 10);
  submit("carl", "g();");
  const auto found = flags();
  EXPECT_THAT(found.at("anna"), ElementsAre(IsSameSourceAs("ben")));
  EXPECT_THAT(found.at("ben"), ElementsAre(IsSameSourceAs("anna"), testing::Field(&Flag::kind, FlagKind::too_fast)));
  EXPECT_THAT(found.at("carl"), IsEmpty());
}

TEST_F(GradeFlags, AreSettledByAnAdjustmentAfterTheLastRun) {
  submit("anna", "f();");
  submit("ben", "f();");
  look_at("anna");
  EXPECT_THAT(flags().at("anna"), IsEmpty());
  EXPECT_THAT(flags().at("ben"), testing::SizeIs(1));
  submit("anna", "f();");
  EXPECT_THAT(flags().at("anna"), testing::SizeIs(1));
}

TEST_F(GradeFlags, AreNoneOfASubmissionThatNeverRan) {
  runs_["anna"] = {};
  submit("ben", "f();");
  EXPECT_THAT(flags().at("anna"), IsEmpty());
}

}  // namespace
}  // namespace warpledger
