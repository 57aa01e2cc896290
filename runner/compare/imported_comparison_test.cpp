#include <gmock/gmock.h>
#include <unistd.h>

#include "compare/comparison_json.h"
#include "compare/comparison_page.h"
#include "compare/run_comparison.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::Not;

class ImportedComparisons : public LedgerTest {
 protected:
  /// Writes a run with one point of twenty launches without SM clocks.
  void write(double time_ns, const std::string& settings) const {
    usleep(2000);  // runs are ordered by start
    LedgerWriter writer(path(), kSchema);
    RunInfo info = run_info();
    info.settings_json = settings;
    writer.begin_run(info);
    Result ended = result(0);
    ended.timing = Timing{{}, "kernel_tuner", "as imported"};
    for (int i = 0; i < 20; ++i) ended.timing->samples.push_back({time_ns * (1 + 0.0001 * (i * 7 % 20)), {}});
    writer.record(job(0), ended);
    writer.end_run("finished", "");
  }

  RunComparison compared() const {
    const LedgerReader reader(path(), kSchema);
    const auto side = [&](const std::string& text) {
      return ComparedSide{choose_run(reader, parse_run_selection(text, "")), ""};
    };
    return compare_runs(reader, side("latest~1"), side("latest"), {});
  }
};

constexpr const char* kForeign = R"({"foreign": {"tool": "kernel_tuner", "file": "a.json", "sha256": "0"}})";

TEST_F(ImportedComparisons, AreJudgedByTimesAlone) {
  write(1e6, kForeign);
  write(1.05e6, kForeign);
  const RunComparison found = compared();
  EXPECT_EQ(found.points.at(0).comparison.verdict, Verdict::slower) << found.points[0].comparison.reason;
  EXPECT_THAT(comparison_page(found, Format::text, {200}), HasSubstr("SM clocks: not in imported runs"));
  EXPECT_THAT(comparison_json(found), HasSubstr("\"clocks_unknown\": true"));
}

TEST_F(ImportedComparisons, AreNoneWhereOneRunIsOurs) {
  write(1e6, kForeign);
  write(1.05e6, "");
  const RunComparison found = compared();
  EXPECT_EQ(found.points.at(0).comparison.verdict, Verdict::inconclusive);
  EXPECT_THAT(found.points[0].comparison.reason, HasSubstr("the SM clock was not read"));
  EXPECT_THAT(comparison_page(found, Format::text, {200}), Not(HasSubstr("SM clocks")));
}

}  // namespace
}  // namespace warpledger
