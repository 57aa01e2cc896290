// A class timed on a GPU, from its ledger to students' files: no file names another student.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "grading/measure/grading_session.h"
#include "grading/pages/write_class.h"
#include "grading/score/class_names.h"
#include "ledger/run_page.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kNames = {"amalie", "bertram", "cosima", "dietlinde"};

/// Amalie and Bertram submitted the same source, Cosima's times are impossible, and Dietlinde's is slow.
class PrivatePages : public LedgerTest {
 protected:
  PrivatePages() {
    submit("amalie", "void f() {}", 1.1e6);
    submit("bertram", "void f() {} // mine", 1.2e6);
    submit("cosima", "void g() {}", 10);
    submit("dietlinde", "void h() {}", 2e6);
  }

  static Library library() { return Library({WARPLEDGER_SOURCE_DIR}); }

  static Experiment experiment() {
    Experiment loaded = load_experiment(library(), "lsu-2024-hw01");
    loaded.grading->problems = {{.name = "Problem 1",
                                 .points = 20,
                                 .kernels = {"norm_group"},
                                 .rules = {{.judged = CorrectRule{}, .points = 10, .where = {}, .place = {}},
                                           {.judged = RankRule{}, .points = 10, .where = {}, .place = {}}}}};
    return loaded;
  }

  /// Returns the folder of the session's pages.
  std::string written(const Pseudonyms& pseudonyms = {}) const {
    GradedClass graded = grade_session(path(), library(), experiment(), "latest");
    if (!pseudonyms.empty()) graded = renamed(std::move(graded), pseudonyms);
    std::string folder = in_folder(pseudonyms.empty() ? "pages" : "shown");
    write_class(
        graded, folder, {"", "", {}},
        [&](const std::string& run, Format format) {
          return report_of_run({path(), run, "", format}, library());
        },
        "the code of anna is like that of ben");
    return folder;
  }

 private:
  void submit(const std::string& name, const std::string& source, double time_ns) {
    write(name, GradingRole::profiled, 0, false, source, 1e6);
    for (int round = 1; round <= 2; ++round) {
      write(name, GradingRole::reference, round, false, "reference", 1e6);
      write(name, GradingRole::round, round, round == 2, source, time_ns);
    }
  }

  void write(const std::string& name, GradingRole role, int round, bool last, const std::string& source,
             double time_ns) {
    const GradingMark mark{
        .session = "5e55", .attempt = name, .graded = name, .role = role, .round = round, .last = last};
    RunInfo info = run_info();
    info.submission = role == GradingRole::reference ? "" : name;
    info.settings_json = nlohmann::json{{"grading", to_json(mark)}}.dump();
    info.planned_points = 1;
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(info);
    Job point = job(0);
    point.kernel = "norm_group";
    point.identity = "norm_group d_l=32 blocks=128 warps=1";
    point.program = {{"norm_group.cu", source}, {}};
    point.measure.cache = Cache::cold;
    Result ended = result(0);
    ended.timing = Timing{{{time_ns, {}}, {1.001 * time_ns, {}}}, "cuda event", "max_relative_error"};
    writer.record(point, ended);
    writer.end_run("finished", "");
  }
};

std::string all_of(const std::string& folder) {
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      all += fs::relative(entry.path(), folder).string() + "\n" + read_file(entry.path().string()) + "\n";
  return all;
}

TEST_F(PrivatePages, OfTheClassHaveTheRanksAndTheFlagsWithNames) {
  const std::string page = read_file(written() + "/class.csv");
  EXPECT_THAT(page, HasSubstr("\ndietlinde,"));
  const std::string text = read_file(in_folder("pages/class.md"));
  EXPECT_THAT(text, AllOf(HasSubstr("**[1] amalie**: the source of norm_group is the same as that of bertram"),
                          HasSubstr("**[2] bertram**: the source of norm_group is the same as that of amalie"),
                          HasSubstr("**[3] cosima**: norm_group d_l=32 blocks=128 warps=1: faster than the device")));
}

TEST_F(PrivatePages, OfAStudentNameNobodyElse) {
  const std::string pages = written();
  for (const std::string& own : kNames) {
    const std::string hers = all_of(pages + "/students/" + own);
    EXPECT_THAT(hers, HasSubstr(own)) << "its own name is what makes this test able to see names";
    EXPECT_THAT(hers, HasSubstr("results.json"));
    for (const std::string& other : kNames) {
      if (other == own) continue;
      EXPECT_THAT(hers, Not(HasSubstr(other))) << "in a file of " << own;
    }
  }
}

TEST_F(PrivatePages, TellAStudentOfTheRankAndThatAPersonLooksFirst) {
  const std::string pages = written();
  EXPECT_THAT(read_file(pages + "/students/dietlinde/index.md"), HasSubstr("Rank: 1 in a class of 4."));
  EXPECT_THAT(read_file(pages + "/students/amalie/index.md"),
              AllOf(HasSubstr("Rank: none yet, in a class of 4."),
                    HasSubstr("cannot judge, 0 of 10 points: not ranked until a person has looked at this submission"),
                    Not(HasSubstr("the same as"))));
  EXPECT_THAT(read_file(pages + "/students/amalie/results.json"), Not(HasSubstr("the same as")));
}

TEST_F(PrivatePages, WithPseudonymsHoldNoName) {
  const std::string pages =
      all_of(written({{"amalie", "s-1"}, {"bertram", "s-2"}, {"cosima", "s-3"}, {"dietlinde", "s-4"}}));
  EXPECT_THAT(pages, HasSubstr("the same as that of s-2"));
  for (const std::string& name : kNames) EXPECT_THAT(pages, Not(HasSubstr(name)));
}

}  // namespace
}  // namespace warpledger
