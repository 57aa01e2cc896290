#include <gmock/gmock.h>

#include "grading/score/code_flags.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class CodeFlags : public LedgerTest {
 protected:
  /// Absent: the machine code is unknown.
  void submit(const std::string& submission, std::optional<double> first, std::optional<double> second,
              const std::string& kernel = "norm_group") {
    RunInfo info = run_info();
    info.submission = submission;
    info.planned_points = 2;
    LedgerWriter writer(path(), kSchema);
    runs_[submission] = writer.begin_run(info);
    for (std::int64_t i = 0; i < 2; ++i) {
      Job point = job(i);
      point.kernel = kernel;
      point.identity = kernel + (i == 0 ? " d_l=1" : " d_l=2");
      point.instance = kernel + (i == 0 ? "<4,1>" : "<4,2>");
      point.key = kernel + submission + std::to_string(i);
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
    for (const auto& [submission, of_submission] : found().flags)
      for (const Flag& flag : of_submission) texts[submission].push_back(flag_text(flag));
    return texts;
  }

  ClassFlags found() const {
    const Grading grading{.submission = {"norm_group"},
                          .reference = {{"norm_group", "norm_best"}},
                          .common = {{"norm_group", {"norm_obvious"}}}};
    return code_flags(LedgerReader(path(), kSchema), grading, runs_, known_);
  }

  void know(const std::string& kernel, double first, double second) {
    submit("", first, second, kernel);
    known_.push_back(runs_.extract("").mapped());
  }

  std::map<std::string, std::string> runs_;
  std::vector<std::string> known_;
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

TEST_F(CodeFlags, TellTheReferenceSolutionWithOtherNames) {
  know("norm_best", 1, 2);
  submit("anna", 1, 2);
  submit("ben", 1, 3);
  EXPECT_THAT(flags(),
              ElementsAre(Pair("anna", ElementsAre("the machine code of norm_group at all 2 longer instances is "
                                                   "that of the reference solution, norm_best"))));
}

TEST_F(CodeFlags, CountTheStarterCompletedTheObviousWayAndAccuseNobody) {
  know("norm_obvious", 1, 2);
  know("norm_best", 1, 2);
  submit("anna", 1, 2);
  submit("ben", 1, 2);
  EXPECT_THAT(flags(), IsEmpty());
  EXPECT_THAT(note_texts(found().notes), ElementsAre("2 submissions have a kernel that the experiment calls common"));
}

TEST_F(CodeFlags, CountAGroupThatIsAShareOfTheClassAndAccuseNobody) {
  for (const char* name : {"a", "b", "c", "d"}) submit(name, 1, 2);
  EXPECT_EQ(flags().size(), 4);
  submit("e", 1, 2);
  EXPECT_THAT(flags(), IsEmpty());
  EXPECT_THAT(note_texts(found().notes),
              ElementsAre("5 submissions have the same machine code, too many for a flag: such "
                          "code many find by themselves"));
}

TEST_F(CodeFlags, AreNoneWhereTheCodeIsNotKnown) {
  submit("anna", std::nullopt, std::nullopt);
  submit("ben", std::nullopt, std::nullopt);
  EXPECT_THAT(flags(), IsEmpty());
}

}  // namespace
}  // namespace warpledger
