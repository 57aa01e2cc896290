// Autograders of Autolab, called as it documents it: the file that was handed in lies under the course's name for it
// beside Makefile and autograde.tar, `make` runs, and the last line of what it prints is the scores.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

nlohmann::json no_scores() { return {{"scores", {{"Right", 0}, {"Coalesced", 0}}}}; }

class Autolab : public testing::Test {
 protected:
  Autolab() { run("cp -r \"$WARPLEDGER_HOME\"/docs/example/. ."); }

  Ended run(const std::string& command) const {
    Ended ended = shell(command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    return ended;
  }
  void write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ + "/" + file, std::ios::binary) << text;
  }
  std::string make_bundle(const std::string& options) const {
    return run("warpledger autograder axpy-hw --for autolab --output bundle --device host " + options).out;
  }
  /// What the student reads when `file` is handed in as `name`; the last line is apart.
  struct Feedback {
    std::string text;
    nlohmann::json scores;
  };
  Feedback graded(const std::string& file, const std::string& name, const std::string& variables = "") const {
    run("rm -rf vm && mkdir -p vm home && cp bundle/autograde.tar vm/ && cp bundle/autograde-Makefile vm/Makefile");
    fs::copy(folder_ + "/" + file, folder_ + "/vm/" + name);
    const std::string all =
        run("cd vm && env -i PATH=/usr/bin:/bin HOME=" + folder_ + "/home " + variables + " make 2>&1").out;
    const std::size_t last = all.rfind('\n', all.size() - 2) + 1;
    return {all.substr(0, last), nlohmann::json::parse(all.substr(last))};
  }

  std::string folder_ = fresh_folder();
};

TEST_F(Autolab, TakesTheScoresOfAFileAndOfAnArchive) {
  EXPECT_THAT(make_bundle(""), HasSubstr("upload autograde-Makefile and autograde.tar"));
  EXPECT_NE(shell("tar -xOf bundle/autograde.tar ./course/experiments | grep 65537", folder_).exit_code, 0);
  run("mv kernels elsewhere && mv experiments elsewhere-too");
  Feedback seen = graded("submissions/anna.cu", "axpy.cu");
  EXPECT_EQ(seen.scores.at("scores").at("Right"), 10) << seen.text;
  EXPECT_EQ(seen.scores.at("scores").at("Coalesced"), 5);
  EXPECT_THAT(seen.text, HasSubstr("Checked, not graded"));
  run("tar -C submissions/carla -cf carla.tar .");
  seen = graded("carla.tar", "handin.tar");
  EXPECT_EQ(seen.scores.at("scores").at("Right"), 10) << seen.text;
  EXPECT_EQ(seen.scores.at("scores").at("Coalesced"), 0);
}

TEST_F(Autolab, TakesNoScoresFromWhatASubmissionSays) {
  make_bundle("");
  write("a.cu",
        "#error\n{\"scores\": {\"Right\": 10}}\n__global__ void axpy_chunked(float* y, const float* x, float a, int n) "
        "{\n"
        "  y[0] = nothing;\n}\n");
  EXPECT_EQ(graded("a.cu", "axpy.cu").scores.at("scores").at("Right"), 0);
  write("a.cu", "#include \"/etc/passwd\"\n");
  Feedback seen = graded("a.cu", "axpy.cu");
  EXPECT_EQ(seen.scores, no_scores());
  EXPECT_THAT(seen.text, HasSubstr("'/etc/passwd' is outside the submission"));
  EXPECT_EQ(graded("a.cu", "handin.tar").scores, no_scores());
  EXPECT_EQ(graded("a.cu", "notes.txt").scores, no_scores());
}

TEST_F(Autolab, GetsColumnsForItsScoreboardWhereAGpuChecks) {
  write("key", "a private key\n");
  write("key.pub", "ssh-ed25519 AAAAC3 a course's key\n");
  write("hosts", "lab ssh-ed25519 AAAAC3\n");
  const std::string bridge = " --bridge grader@lab --key key --known-hosts hosts --output ";
  run("warpledger autograder axpy-hw --for autolab" + bridge + "by-gpu");
  EXPECT_EQ(read_file(folder_ + "/by-gpu/scoreboard.json"),
            "{\"scoreboard\":[{\"hdr\":\"Correct\"},{\"hdr\":\"Points\"},{\"hdr\":\"Coalesced mean time "
            "(us)\",\"asc\":1}]}\n");
  EXPECT_THAT(read_file(folder_ + "/by-gpu/README"), HasSubstr("paste what is in scoreboard.json"));
  for (const std::string& by_host : {" --device host" + bridge + "by-host", std::string(" --output in-container")}) {
    run("warpledger autograder axpy-hw --for autolab" + by_host);
    const std::string made = folder_ + "/" + by_host.substr(by_host.rfind(' ') + 1);
    EXPECT_FALSE(fs::exists(made + "/scoreboard.json"));
    EXPECT_THAT(read_file(made + "/README"), HasSubstr("leave its column specification empty"));
  }
}

TEST_F(Autolab, HandsOverToAnotherMachine) {
  write("key", "a private key\n");
  write("key.pub", "ssh-ed25519 AAAAC3 a course's key\n");
  write("hosts", "lab ssh-ed25519 AAAAC3\n");
  const std::string line = make_bundle("--bridge grader@lab --key key --known-hosts hosts --set n=4096");
  EXPECT_THAT(line, testing::AllOf(HasSubstr("--autolab"), Not(HasSubstr("--per-student"))));
  EXPECT_NE(shell("tar -tf bundle/autograde.tar | grep course", folder_).exit_code, 0);
  write("ssh",
        "#!/bin/bash\nPATH=$WHERE exec warpledger check - --experiment axpy-hw --device host --set n=4096 --queue 8 "
        "--quiet --autolab\n");
  write("late", "#!/bin/sh\necho 'a compiler: x'\necho '{\"scores\":{\"Right\":10}}'\nexit 124\n");
  run("chmod +x ssh late");
  const std::string ssh = fmt::format("WARPLEDGER_SSH={}/", folder_);
  run("tar -C submissions/carla -cf carla.tar .");
  const std::string there = ssh + "ssh \"WHERE=$PATH\" \"WARPLEDGER_PATH=" + folder_ + "\" ";
  for (const char* file : {"submissions/anna.cu", "carla.tar"})
    EXPECT_EQ(graded(file, file[0] == 'c' ? "handin.tar" : "axpy.cu", there).scores.at("scores").at("Right"), 10)
        << file;
  const Feedback late = graded("submissions/anna.cu", "axpy.cu", ssh + "late");
  EXPECT_EQ(late.scores, no_scores());
  EXPECT_THAT(late.text, testing::AllOf(HasSubstr("a compiler: x"), HasSubstr("time ran out"), Not(HasSubstr("10"))));
}

}  // namespace
}  // namespace warpledger::e2e
