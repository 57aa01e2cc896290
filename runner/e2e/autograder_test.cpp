// Autograders where students submit, called as Gradescope documents it: the bundle lies in source/, its run_autograder
// beside submission/ and results/, and what it leaves in results/results.json is what the student sees.
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

constexpr const char* kRight =
    "__global__ void axpy_chunked(float* y, const float* x, float a, int n) {\n"
    "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + "
    "y[i];\n}\n";
constexpr const char* kWrong =
    "__global__ void axpy_chunked(float* y, const float* x, float a, int n) {\n"
    "  if (blockIdx.x == 0 && threadIdx.x == 0) printf(\"{\\\"score\\\": 100}\\n\");\n}\n";

/// The course of docs/example, and what Gradescope's machine has of it.
class Autograder : public testing::Test {
 protected:
  Autograder() { run("cp -r \"$WARPLEDGER_HOME\"/docs/example/. ."); }

  Ended run(const std::string& command) const {
    Ended ended = shell(command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    return ended;
  }
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories(fs::path(folder_ + "/" + file).parent_path());
    std::ofstream(folder_ + "/" + file, std::ios::binary) << text;
  }

  /// Makes the bundle with `options` and puts it where Gradescope does; what the command prints.
  std::string install(const std::string& options) const {
    const Ended made = run("warpledger autograder axpy-hw --output bundle " + options);
    run("mkdir -p gs/submission gs/results && cp -r bundle gs/source && cp bundle/run_autograder gs/ && "
        "echo '{\"id\": 1, \"users\": [{\"email\": \"a@uni.example\", \"id\": 41, \"name\": \"A \\\"id\\\": 7\"}, "
        "{\"email\": "
        "\"b@uni.example\", \"id\": 42, \"name\": \"B\"}], \"previous_submissions\": []}' > "
        "gs/submission_metadata.json");
    return made.out;
  }
  void submit(const std::string& file, const std::string& text) const {
    run("rm -rf gs/submission/* gs/results/*");
    write("gs/submission/" + file, text);
  }
  /// What the student sees, once the autograder has run in a bare environment, with `variables`.
  nlohmann::json results(const std::string& variables = "") const {
    run("cd gs && env -i PATH=/usr/bin:/bin " + variables + " ./run_autograder");
    run("python3 -W ignore -m jsonschema -i gs/results/results.json "
        "\"$WARPLEDGER_HOME\"/schema/gradescope-results.schema.json");
    return nlohmann::json::parse(read_file(folder_ + "/gs/results/results.json"));
  }

  std::string folder_ = fresh_folder();
};

TEST_F(Autograder, OfAContainerChecksWithItsOwnFilesAndSaysWhatIsOpen) {
  install("--device host");
  EXPECT_NE(shell("grep -r 65537 bundle/course", folder_).exit_code, 0) << "a hidden shape is in the bundle";
  EXPECT_EQ(shell("grep -r 65537 experiments", folder_).exit_code, 0);
  run("mv kernels elsewhere && mv experiments elsewhere-too");
  submit("mine.cu", kRight);
  const nlohmann::json seen = results();
  EXPECT_EQ(seen.at("score"), 15);
  EXPECT_EQ(seen.at("visibility"), "visible");
  EXPECT_EQ(seen.at("stdout_visibility"), "hidden");
  EXPECT_THAT(seen.at("output"), HasSubstr("**15 of 20 points so far**; 5 are open until the class is graded."));
  EXPECT_THAT(seen.at("output"), HasSubstr("Checked, not graded"));
  ASSERT_EQ(seen.at("tests").size(), 3);
  EXPECT_EQ(seen.at("tests")[0].at("score"), 10);
  EXPECT_EQ(seen.at("tests")[0].at("visibility"), "visible");
  EXPECT_FALSE(seen.at("tests")[2].contains("score"));
  EXPECT_THAT(seen.at("tests")[2].at("output"), HasSubstr("5 points are open until the class is graded"));
}

TEST_F(Autograder, TellsAStudentWhatIsWrongWithTheSubmission) {
  install("--device host");
  submit("a.cu", kWrong);
  nlohmann::json seen = results();
  EXPECT_EQ(seen.at("score"), 0) << "what a kernel prints is no result";
  EXPECT_THAT(seen.at("tests")[0].at("output"), HasSubstr("2 of 2 points are not correct"));
  EXPECT_EQ(seen.at("tests")[0].at("status"), "failed");
  submit("a.cu", "__global__ void axpy_chunked(float* y, const float* x, float a, int n) { y[0] = ; }\n");
  EXPECT_THAT(results().at("tests")[0].at("output").get<std::string>(), HasSubstr("compile_failed"));
  submit("a.cu", "#include \"/etc/passwd\"\n");
  EXPECT_THAT(results().at("output"), HasSubstr("Not run: a.cu:1:11: '/etc/passwd' is outside the submission"));
  submit("it's $(touch got-out) \"mine\".cu", kRight);
  EXPECT_THAT(results().at("output"), HasSubstr("contains a quote"));
  EXPECT_NE(shell("find . | grep got-out | grep -v '[$]'", folder_).exit_code, 0);
  submit("notes.txt", "nothing\n");
  EXPECT_THAT(results().at("output"), HasSubstr("Not run: submission: this folder has no .cu file"));
}

TEST_F(Autograder, ThatIsStoppedByItsLimitSaysWhatIsLeft) {
  run("sed -i 's/time_limit: 10 s/time_limit: 2 s/; s/warps: .4, 8./warps: [1, 2, 3, 4, 5, 6, 7, 8]/' "
      "experiments/axpy-hw.yaml");
  install("--device host --limit 4");
  submit("a.cu",
         "__global__ void axpy_chunked(float* y, const float* x, float a, int n) {\n"
         "  volatile int never = 0;\n  while (never == 0) continue;\n}\n");
  const nlohmann::json seen = results();
  EXPECT_EQ(seen.at("score"), 0);
  EXPECT_THAT(seen.at("output"), HasSubstr("This check was stopped before its end"));
}

TEST_F(Autograder, IsNotMadeForARuleThatCannotBeHidden) {
  run("sed -i 's/^  hidden:/  hidden: [{n: 4099}]/; /65537/d' experiments/axpy-hw.yaml");
  install("--device host");
  EXPECT_NE(shell("grep -r 4099 bundle/course", folder_).exit_code, 0);
  run("sed -i 's/^  seeds: 1/  seeds: 1/; s/^grading:/grading: {/' experiments/axpy-hw.yaml");
  EXPECT_EQ(shell("warpledger autograder axpy-hw --output other", folder_).exit_code, 2);
  EXPECT_FALSE(fs::exists(folder_ + "/other"));
}

/// The GPU machine is this one: in place of ssh, what its forced command says is run, as sshd runs it.
class Bridge : public Autograder {
 protected:
  Bridge() {
    write("key", "a private key\n");
    write("key.pub", "ssh-ed25519 AAAAC3 a course's key\n");
    write("hosts", "lab ssh-ed25519 AAAAC3\n");
    const std::string printed = install("--bridge grader@lab --key key --known-hosts hosts --device " +
                                        device_under_test() + " --set \"n=4096,5000\" --per-student 3");
    write("authorized_keys", printed.substr(printed.find("command=")));
    write(
        "ssh",
        "#!/usr/bin/env python3\nimport os, re, sys\nassert 'grader@lab' in sys.argv and '-i' in sys.argv\n"
        "line = open('" +
            folder_ +
            "/authorized_keys').read()\n"
            "command = re.match(r'command=\"((?:[^\"\\\\]|\\\\.)*)\",restrict ssh-ed25519 ', line).group(1)\n"
            "os.execve('/bin/sh', ['sh', '-c', command.replace('\\\\\"', '\"')], {'PATH': '/usr/bin:/bin', 'HOME': '" +
            folder_ + "/home', 'SSH_ORIGINAL_COMMAND': ' '.join(sys.argv[sys.argv.index('grader@lab') + 1:])})\n");
    run("chmod +x ssh && mkdir home");
  }
  std::string through_ssh() const { return "WARPLEDGER_SSH=" + folder_ + "/ssh"; }
  /// The command that the key is allowed, with `input` for it and more words.
  Ended at_the_bridge(const std::string& input, const std::string& more = "") const {
    return shell(fmt::format("{} | env -i PATH=/usr/bin:/bin HOME={}/home {} warpledger check - --experiment axpy-hw "
                             "--device {} --set n=4096 --results - {}",
                             input, folder_, environment(), device_under_test(), more),
                 folder_);
  }
  static std::string environment() { return "\"PATH=$PATH\""; }
};

TEST_F(Bridge, HandsTheSubmissionOverAndBringsTheResultsBack) {
  EXPECT_FALSE(fs::exists(folder_ + "/bundle/course"));
  submit("sub folder/mine.cu", kRight);
  nlohmann::json seen = results(through_ssh());
  EXPECT_EQ(seen.at("tests")[0].at("score"), 10);
  EXPECT_THAT(seen.at("tests")[0].at("output"), HasSubstr("all 4 points are correct"));
  submit("mine.cu", kWrong);
  seen = results(through_ssh());
  EXPECT_EQ(seen.at("score"), 0) << "what a kernel prints is no result";
  submit("mine.cu", kRight);
  EXPECT_THAT(results("WARPLEDGER_SSH=false").at("output"), HasSubstr("Not checked: the autograder failed"));
  write("killed", "#!/bin/sh\ncat >/dev/null\nexit 137\n");
  run("chmod +x killed");
  EXPECT_THAT(results("WARPLEDGER_SSH=" + folder_ + "/killed").at("output"), HasSubstr("Not checked: time ran out"));
}

TEST_F(Bridge, TakesNoMoreOfAStudentWithinAnHourThanItsLimit) {
  submit("notes.txt", "nothing\n");
  for (int i = 0; i < 3; ++i) EXPECT_THAT(results(through_ssh()).at("output"), HasSubstr("has no .cu file")) << i;
  const std::string told = results(through_ssh()).at("output");
  EXPECT_THAT(told, testing::AllOf(HasSubstr("handed in 3 times within an hour"), HasSubstr("the next is possible at"),
                                   HasSubstr("in 60 min")));
  const std::string counts = read_file(folder_ + "/home/.local/state/warpledger/check-students");
  EXPECT_THAT(counts, testing::AllOf(HasSubstr(" 41\n"), HasSubstr(" 42\n"), testing::Not(HasSubstr(" 7\n"))));
  run("sed -i 's/\"id\": 42/\"id\": 43/' gs/submission_metadata.json");
  EXPECT_THAT(results(through_ssh()).at("output"), HasSubstr("handed in 3 times")) << "with another partner";
  run("sed -i 's/\"id\": 41/\"id\": 44/' gs/submission_metadata.json");
  EXPECT_THAT(results(through_ssh()).at("output"), HasSubstr("has no .cu file")) << "two others";
  run("echo '{}' > gs/submission_metadata.json");
  EXPECT_THAT(results(through_ssh()).at("output"), HasSubstr("it is not known who handed this in"));
}

TEST_F(Bridge, RefusesWhatIsTooLargeOrNoArchiveOrTooMuchAtOnce) {
  const auto output_of = [](const Ended& ended) {
    EXPECT_EQ(ended.exit_code, 2) << ended.err;
    return nlohmann::json::parse(ended.out).at("output").get<std::string>();
  };
  EXPECT_THAT(output_of(at_the_bridge("head -c 1000000000 /dev/zero")), HasSubstr("is larger than 16.0 MiB"));
  EXPECT_THAT(output_of(at_the_bridge("echo nonsense")), HasSubstr("Not run: submission.tar.gz"));
  EXPECT_THAT(output_of(at_the_bridge("true")), HasSubstr("Not run: submission.tar.gz"));
  run("head -c 300000000 /dev/zero > bomb.cu && tar czf bomb.tar.gz bomb.cu && rm bomb.cu");
  EXPECT_THAT(output_of(at_the_bridge("cat bomb.tar.gz")), HasSubstr("Not run: submission.tar.gz"));
  run("mkdir -p one home/.local/state/warpledger && cp submissions/carla/* one && tar czf one.tar.gz -C one .");
  const std::string lock = folder_ + "/home/.local/state/warpledger/check-turn.lock";
  EXPECT_THAT(output_of(shell("flock " + lock + " sh -c 'cat one.tar.gz | env HOME=" + folder_ +
                                  "/home XDG_STATE_HOME= warpledger check - --experiment axpy-hw --device host "
                                  "--results - --queue 0'",
                              folder_)),
              HasSubstr("other checks wait already"));
}

TEST_F(Bridge, ChecksTwoAtOnceOneAfterTheOther) {
  run("mkdir one && cp submissions/carla/* one && tar czf one.tar.gz -C one .");
  const std::string check = "cat one.tar.gz | env HOME=" + folder_ +
                            "/home XDG_STATE_HOME= warpledger check - --experiment axpy-hw --device host --set n=4096 "
                            "--results - --queue 2 >";
  run(check + " a.json & " + check + " b.json & " + check + " c.json && wait %1 && wait %2");
  for (const char* file : {"/a.json", "/b.json", "/c.json"})
    EXPECT_EQ(nlohmann::json::parse(read_file(folder_ + file)).at("tests")[0].at("score"), 10) << file;
}

TEST_F(Bridge, AutolabTakesAScoreAProblemFromTheLastLine) {
  const Ended right = run("warpledger check submissions/carla --experiment axpy-hw --device host --quiet --autolab");
  EXPECT_THAT(right.out, testing::EndsWith("{\"scores\":{\"Right\":10.0,\"Coalesced\":0.0}}\n"));
  write("bad.cu", "#include \"/etc/passwd\"\n");
  const Ended bad = shell("warpledger check bad.cu --experiment axpy-hw --device host --quiet --autolab", folder_);
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_EQ(bad.out, "{\"scores\":{\"Right\":0,\"Coalesced\":0}}\n");
}

}  // namespace
}  // namespace warpledger::e2e
