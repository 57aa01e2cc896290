#include <gmock/gmock.h>

#include "grading/grade_flags.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class CodeFlags : public LedgerTest {
 protected:
  /// A run of two instances of norm_group with these machine codes; absent: not known.
  void submit(const std::string& submission, std::optional<double> first, std::optional<double> second) {
    RunInfo info = run_info();
    info.submission = submission;
    info.planned_points = 2;
    LedgerWriter writer(path(), kSchema);
    runs_[submission] = writer.begin_run(info);
    for (std::int64_t i = 0; i < 2; ++i) {
      Job point = job(i);
      point.kernel = "norm_group";
      point.instance = i == 0 ? "norm_group<4,1>" : "norm_group<4,2>";
      point.key = submission + std::to_string(i);
      Result ended = result(i);
      const std::optional<double> id = i == 0 ? first : second;
      ended.metrics = {{"machine_code_id", id, "1", "attribute", id ? "" : "not known"},
                       {"machine_code_bytes", code_bytes_, "byte", "attribute", ""}};
      writer.record(point, ended);
    }
    writer.end_run("finished", "");
  }

  std::map<std::string, std::vector<std::string>> flags() const {
    std::map<std::string, std::vector<std::string>> texts;
    for (const auto& [submission, of_submission] : code_flags(LedgerReader(path(), kSchema, {}), {"norm_group"}, runs_))
      for (const Flag& flag : of_submission) texts[submission].push_back(flag_text(flag));
    return texts;
  }

  std::map<std::string, std::string> runs_;
  double code_bytes_ = 2048;
};

TEST_F(CodeFlags, NameThoseWhoseCodeIsTheSameAtEveryInstance) {
  submit("anna", 1, 2);
  submit("ben", 1, 2);
  submit("carl", 1, 3);
  EXPECT_THAT(
      flags(),
      ElementsAre(Pair("anna", ElementsAre("the machine code of all 2 longer instances is the same as that of ben")),
                  Pair("ben", ElementsAre("the machine code of all 2 longer instances is the same as that of anna"))));
}

TEST_F(CodeFlags, AreNoneForCodeThatAnyoneMayWrite) {
  code_bytes_ = 2032;
  submit("anna", 1, 2);
  submit("ben", 1, 2);
  EXPECT_THAT(flags(), IsEmpty());
}

TEST_F(CodeFlags, SpeakOfASingleInstanceAsOne) {
  submit("anna", 1, std::nullopt);
  submit("ben", 1, std::nullopt);
  EXPECT_THAT(flags().at("anna"),
              ElementsAre("the machine code of the one longer instance is the same as that of ben"));
}

TEST_F(CodeFlags, AreNoneWhereTheCodeIsNotKnown) {
  submit("anna", std::nullopt, std::nullopt);
  submit("ben", std::nullopt, std::nullopt);
  EXPECT_THAT(flags(), IsEmpty());
}

}  // namespace
}  // namespace warpledger
