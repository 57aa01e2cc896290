// A class whose ledger never has a name: what its file holds, byte by byte, and the gradebook that still comes of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/file.h"
#include "base/text.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kIdentities[] = {"quirina", "quill",  "7700001", "quirina.quill@uni", "xaver", "xylo", "7700002",
                                       "yolanda", "yarrow", "7700003"};

class HiddenClass : public testing::Test {
 protected:
  HiddenClass() {
    run("cp -r \"$WARPLEDGER_HOME\"/docs/example/. . && rm -r submissions && mkdir -p gs/submission_1 gs/submission_2 "
        "gs/submission_3 && sed 's|^//.*||' \"$WARPLEDGER_HOME\"/docs/example/submissions/anna.cu > "
        "gs/submission_1/quirina_quill.cu && echo '__global__ void axpy_chunked(float* y, const float* x, float a, "
        "int n) { oops }' > gs/submission_2/xaver-xylo.cu && echo nothing > gs/submission_3/yolanda_yarrow.docx && "
        "sed -i 's/^grading:/grading:\\n  late: {due: \"2026-10-01T00:00:00Z\", per_day: 10 %}/' "
        "experiments/axpy-hw.yaml");
    write("gs/submission_metadata.yml",
          "---\nsubmission_1:\n  :submitters:\n  - :name: Quirina Quill\n    :sid: '7700001'\n    :email: "
          "quirina.quill@uni.example\n  :created_at: 2026-10-01 01:00:00 Z\n"
          "submission_2:\n  :submitters:\n  - :name: Xaver Xylo\n    :sid: '7700002'\n    :email: x.xylo@uni.example\n"
          "  - :name: Zora Zeit\n    :sid: '7700004'\n    :email: z@uni.example\n"
          "  :created_at: 2026-09-30 01:00:00 Z\n"
          "submission_3:\n  :submitters:\n  - :name: Yolanda Yarrow\n    :sid: '7700003'\n    :email: "
          "y.yarrow@uni.example\n  :created_at: 2026-09-30 01:00:00 Z\n");
    write("people.csv",
          "name,id,section,email\nQuirina Quill,7700001,A,quirina.quill@uni.example\nXaver Xylo,7700002,A,\n"
          "Yolanda Yarrow,7700003,B,\nZora Zeit,7700004,B,\nWanda Wren,7700005,B,\n");
  }

  Ended run(const std::string& command) const {
    Ended ended = shell(command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    return ended;
  }
  void write(const std::string& file, const std::string& text) const { std::ofstream(folder_ + "/" + file) << text; }
  std::string read(const std::string& file) const { return read_file(folder_ + "/" + file); }
  void grade() const {
    run("warpledger grade axpy-hw --submissions gs --pseudonyms names.csv --device " + device_under_test() +
        " --quiet");
  }
  /// What of a person is in a file, in any case; empty: nothing.
  std::string identity_in(const std::string& file) const {
    const std::string bytes = lower_case(read(file));
    for (const char* identity : kIdentities)
      if (bytes.find(identity) != std::string::npos) return identity;
    return "";
  }

  std::string folder_ = fresh_folder();
};

TEST_F(HiddenClass, IsNotGoneOnWithWithoutItsPseudonyms) {
  grade();
  const std::string go_on =
      "warpledger grade axpy-hw --submissions gs --session latest --device " + device_under_test();
  const Ended refused = shell(go_on, folder_);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("has pseudonyms, and this would write names beside them\nhint: add --pseudonyms"));
  EXPECT_EQ(identity_in("results.db"), "");
  run(go_on + " --pseudonyms names.csv");
  EXPECT_EQ(identity_in("results.db"), "");
}

TEST_F(HiddenClass, RefusesAFileOfOtherPseudonymsBeforeItWritesAnything) {
  grade();
  const std::string runs = run("warpledger query 'SELECT count(*) FROM runs'").out;
  const std::string go_on = "--submissions gs --session latest --device " + device_under_test();
  for (const std::string& how : {std::string(), go_on, go_on + " --override 'Quirina Quill' --reason legible"}) {
    const Ended refused = shell("warpledger grade axpy-hw --pseudonyms names2.csv " + how, folder_);
    EXPECT_EQ(refused.exit_code, 2) << how;
    EXPECT_THAT(refused.err, HasSubstr("names2.csv: this file does not have the pseudonyms of session ")) << how;
    EXPECT_FALSE(fs::exists(folder_ + "/names2.csv")) << how;
  }
  EXPECT_EQ(run("warpledger query 'SELECT count(*) FROM runs'").out, runs);
  EXPECT_EQ(identity_in("results.db"), "");
}

TEST_F(HiddenClass, IsNotGoneOnWithWhereItsSessionHasNames) {
  run("warpledger grade axpy-hw --submissions gs --device " + device_under_test());
  const Ended refused =
      shell("warpledger grade axpy-hw --submissions gs --session latest --pseudonyms names.csv --device " +
                device_under_test(),
            folder_);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("has names, and this would write pseudonyms"));
}

TEST_F(HiddenClass, SaysThatItsNamesAreNotInAFileThatIsNotThere) {
  grade();
  for (const char* command : {"grade axpy-hw", "inspect axpy-hw 'Quirina Quill'"}) {
    const Ended refused = shell("warpledger " + std::string(command) + " --names absent.csv", folder_);
    EXPECT_EQ(refused.exit_code, 2) << command;
    EXPECT_THAT(refused.err, HasSubstr("absent.csv: cannot read this file")) << command;
  }
}

TEST_F(HiddenClass, HasNoNameInTheBytesOfItsLedgerAndANameInItsGradebook) {
  grade();
  EXPECT_EQ(identity_in("results.db"), "");
  for (const char* kept : {"oops", "no .cu file"})
    EXPECT_NE(read("results.db").find(kept), std::string::npos) << kept << ": what was handed in is kept";
  const std::string shown = run("warpledger grade axpy-hw").out;
  EXPECT_THAT(shown, Not(HasSubstr("Quill")));
  EXPECT_THAT(shown, HasSubstr("\ns-"));

  run("warpledger grade axpy-hw --names names.csv --roster people.csv --output grades");
  const std::string book = read("grades/gradebook.csv");
  EXPECT_THAT(book, HasSubstr("\nQuirina Quill,7700001,A,Quirina Quill,"));
  EXPECT_THAT(book, HasSubstr("\nXaver Xylo,7700002,A,Xaver Xylo + Zora Zeit,"));
  EXPECT_THAT(book, HasSubstr("\nZora Zeit,7700004,B,Xaver Xylo + Zora Zeit,"));
  EXPECT_THAT(book, HasSubstr("\nWanda Wren,7700005,B,"));
  EXPECT_THAT(read("grades/students/Quirina Quill/index.md"), HasSubstr("**-10 %**"));
  EXPECT_TRUE(fs::exists(folder_ + "/grades/copies.html"));

  run("warpledger grade axpy-hw --pseudonyms names.csv --output hidden");
  for (const auto& file : fs::recursive_directory_iterator(folder_ + "/hidden"))
    EXPECT_EQ(file.is_regular_file() ? identity_in(fs::relative(file, folder_).string()) : "", "") << file;
  EXPECT_EQ(run("wc -l < names.csv").out, "4\n") << "no pseudonym of a pseudonym";
}

TEST_F(HiddenClass, TakesNamesWhereItTakesSubmissions) {
  grade();
  run("sed -i 's/oops//' gs/submission_2/xaver-xylo.cu");
  run("warpledger grade axpy-hw --submissions gs --pseudonyms names.csv --only 'Xaver Xylo + Zora Zeit' --session "
      "latest --quiet --device " +
      device_under_test());
  write("times.csv", "submission,time\nQuirina Quill,2026-10-02T01:00:00Z\n");
  run("warpledger grade axpy-hw --names names.csv --times times.csv --output grades");
  EXPECT_THAT(read("grades/students/Quirina Quill/index.md"), HasSubstr("**-20 %**"));
  EXPECT_EQ(identity_in("results.db"), "");
}

TEST_F(HiddenClass, IsInspectedByNamesAndTheirTimes) {
  grade();
  write("times.csv", "submission,time\nQuirina Quill,2026-10-02T01:00:00Z\n");
  const std::string pseudonym = run("sed -n 's/,Quirina Quill//p' names.csv | tr -d '\\n'").out;
  const std::string late = run("warpledger inspect axpy-hw 'Quirina Quill' --names names.csv --times times.csv").out;
  EXPECT_THAT(late, HasSubstr("2026-10-02"));
  EXPECT_THAT(late, Not(HasSubstr("Quill")));
  EXPECT_EQ(late, run("warpledger inspect axpy-hw " + pseudonym + " --names names.csv --times times.csv").out);
  EXPECT_NE(late, run("warpledger inspect axpy-hw " + pseudonym + " --times times.csv").out);
  EXPECT_EQ(shell("warpledger inspect axpy-hw 'Quirina Quill'", folder_).exit_code, 2);
  EXPECT_EQ(run("warpledger grades axpy-hw --submission 'Quirina Quill' --names names.csv --times times.csv").out,
            run("sed -i s/^Quirina.Quill/" + pseudonym + "/ times.csv; warpledger grades axpy-hw --submission " +
                pseudonym + " --times times.csv")
                .out);
  EXPECT_EQ(identity_in("results.db"), "");
}

TEST_F(HiddenClass, RefusesTwoTimesOfOneHandIn) {
  grade();
  const std::string pseudonym = run("sed -n 's/,Quirina Quill//p' names.csv | tr -d '\\n'").out;
  write("times.csv", "submission,time\nQuirina Quill,2026-10-02T01:00:00Z\n" + pseudonym + ",2026-10-03T01:00:00Z\n");
  for (const char* command : {"inspect axpy-hw 'Quirina Quill'", "grades axpy-hw", "grade axpy-hw"}) {
    const Ended refused = shell("warpledger " + std::string(command) + " --names names.csv --times times.csv", folder_);
    EXPECT_EQ(refused.exit_code, 2) << command;
    EXPECT_THAT(refused.err, HasSubstr("attempt 1 of 'Quirina Quill' has two times, by name and as " + pseudonym));
  }
}

TEST_F(HiddenClass, SaysWhoseSourcesTellWhoWroteThem) {
  run("echo '// by Quirina QUILL' >> gs/submission_1/quirina_quill.cu");
  const Ended graded =
      run("warpledger grade axpy-hw --submissions gs --pseudonyms names.csv --device " + device_under_test());
  const std::string pseudonym = run("sed -n 's/,Quirina Quill//p' names.csv | tr -d '\\n'").out;
  EXPECT_THAT(graded.err, HasSubstr("note: the sources of " + pseudonym + " say who wrote them; they are kept"));
}

}  // namespace
}  // namespace warpledger::e2e
