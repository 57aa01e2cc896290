// Export without a student who asked to be deleted.
#include "store/export.h"

#include <fmt/format.h>

#include <algorithm>

#include "store/ledger_check.h"
#include "store/ledger_fixture.h"
#include "store/merge.h"
#include "store/notes.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ExportWithout : public LedgerTest {
 protected:
  /// Records `name`'s run and one of the reference.
  void hand_in(const std::string& name, const std::string& source) const {
    RunInfo info = run_info();
    info.planned_points = 1;
    info.settings_json = fmt::format(
        R"({{"grading": {{"graded": "{0}", "hand_in": {{"submitters": [{{"name": "{0} Example", "id": "id-of-{1}-letters", )"
        R"("email": "{0}@uni.example"}}]}}}}}})",
        name, name.size());
    for (const bool reference : {false, true}) {
      info.submission = reference ? "" : name;
      info.command_line = reference ? "warpledger grade hw" : "warpledger grade hw --only " + name;
      info.texts = {{"texts/" + (reference ? "hw" : name) + ".cu", reference ? "reference text" : source}};
      LedgerWriter writer(path(), kSchema);
      runs_.push_back(writer.begin_run(info));
      Job graded = job(0);
      if (!reference) graded.program.main.text = source;
      graded.key = reference ? "reference" : source;
      writer.record(graded, result(0));
      writer.end_run("finished", "");
    }
  }
  void adjust(const std::string& name, const std::string& reason) const {
    Adjustment made;
    made.experiment = run_info().experiment;
    made.submission = name;
    made.points = 1;
    made.reason = reason;
    write_adjustment(path(), kSchema, made);
  }
  LeftOut leave_out(const std::string& name) const {
    return export_without(path(), {name}, in_folder("new.db"), kSchema);
  }
  /// Searches the whole file, including remains of deleted rows.
  bool new_file_has(const char* text) const { return read_file(in_folder("new.db")).find(text) != std::string::npos; }
  static std::string sorted(std::string rows) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0, end = 0; (end = rows.find('\n', begin)) != std::string::npos; begin = end + 1)
      lines.push_back(rows.substr(begin, end - begin));
    std::ranges::sort(lines);
    return fmt::format("{}", fmt::join(lines, "\n"));
  }

  mutable std::vector<std::string> runs_;
};

TEST_F(ExportWithout, NothingOfTheStudentIsInTheBytesOfTheNewFile) {
  hand_in("zoe", "// the kernel of one who asks to be deleted");
  hand_in("benno", "// the kernel of another");
  adjust("zoe", "talked to her at length");
  adjust("benno", "explained it");
  write_note(path(), kSchema, {.run = runs_[0], .text = "crashed the lab"});
  write_note(path(), kSchema, {.about_utc = "2024-03-01", .text = "new driver"});
  const std::string before = read_file(path());
  for (const char* hers : {"zoe", "one who asks", "at length", "crashed the lab"}) ASSERT_THAT(before, HasSubstr(hers));

  const LeftOut left_out = leave_out("zoe");
  EXPECT_EQ(left_out.runs_kept, 2);
  EXPECT_EQ(left_out.runs_left_out, 2);
  EXPECT_THAT(left_out.still_named, IsEmpty());
  for (const char* hers : {"zoe", "one who asks", "at length", "crashed the lab", "id-of-3-letters"})
    EXPECT_FALSE(new_file_has(hers)) << hers;
  for (const char* others : {"benno", "kernel of another", "explained it", "new driver"})
    EXPECT_TRUE(new_file_has(others)) << others;
  EXPECT_TRUE(read_file(path()) == before);
  for (const Verified& one : verify_ledger(in_folder("new.db"), kSchema)) EXPECT_EQ(one.problem_count, 0) << one.what;
}

TEST_F(ExportWithout, TheRowsOfOthersAreWhatTheyWere) {
  hand_in("zoe", "// hers");
  hand_in("benno", "// his");
  hand_in("carla", "// hers");  // the same text
  leave_out("zoe");
  for (std::size_t i = 2; i < runs_.size(); ++i) {
    const std::string one = in_folder(fmt::format("one-{}.db", i));
    export_run(path(), runs_[i], one, kSchema);
    merge_ledger(in_folder("parts.db"), one, kSchema);
  }
  EXPECT_EQ(sorted(rows_of(in_folder("new.db"))), sorted(rows_of(in_folder("parts.db"))));
  EXPECT_TRUE(new_file_has("// hers")) << "it is Carla's, too";
}

TEST_F(ExportWithout, SaysWhereRowsOfOthersStillNameTheStudent) {
  hand_in("zoe", "// hers");
  hand_in("benno", "// as ZOE showed me; zoeology is another word");
  adjust("benno", "copied from zoe@uni.example");
  const LeftOut left_out = leave_out("zoe");
  EXPECT_THAT(left_out.still_named,
              ElementsAre("adjustment.reason: 1 row", "configuration.key: 1 row", "source.text: 2 rows"));
}

TEST_F(ExportWithout, AnUnknownNameIsRefusedAndNoFileIsLeft) {
  hand_in("zoe", "// hers");
  EXPECT_THAT(message_of([&] { leave_out("zo"); }), HasSubstr("the ledger has no run of submission 'zo'"));
  for (const auto& entry : std::filesystem::directory_iterator(in_folder("")))
    EXPECT_TRUE(entry.path().filename().string().starts_with("results.db")) << entry;
  EXPECT_THAT(message_of([&] { leave_out("it's \"quoted\""); }), HasSubstr("no run of submission"));
}

}  // namespace
}  // namespace warpledger
