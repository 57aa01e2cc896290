// What a platform hands over to a machine with a GPU: by the command that its key is allowed, and by a real sshd.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>

#include <chrono>
#include <memory>
#include <thread>

#include "base/subprocess.h"
#include "e2e/autograder_fixture.h"
#include "e2e/ssh_daemon.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

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
  EXPECT_THAT(output_of(at_the_bridge("echo nonsense")), HasSubstr("Not run: the submission: "));
  EXPECT_THAT(output_of(at_the_bridge("true")), HasSubstr("Not run: the submission: "));
  run("head -c 300000000 /dev/zero > bomb.cu && tar czf bomb.tar.gz bomb.cu && rm bomb.cu");
  EXPECT_THAT(output_of(at_the_bridge("cat bomb.tar.gz")), HasSubstr("Not run: the submission: "));
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
  EXPECT_THAT(right.out, testing::EndsWith("{\"scores\":{\"Right\":10,\"Coalesced\":0}}\n"));
  write("bad.cu", "#include \"/etc/passwd\"\n");
  const Ended bad = shell("warpledger check bad.cu --experiment axpy-hw --device host --quiet --autolab", folder_);
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_EQ(bad.out, "{\"scores\":{\"Right\":0,\"Coalesced\":0}}\n");
}

/// The same with a real ssh to this machine, whose sshd has the key with what it is allowed.
class BridgeOverSsh : public Autograder {
 protected:
  void SetUp() override {
    if (const std::string why = SshDaemon::absence(); !why.empty()) GTEST_SKIP() << why;
    run("ssh-keygen -q -t ed25519 -N '' -f key && mkdir home");
    daemon_ = std::make_unique<SshDaemon>(folder_);
    if (!daemon_->failure().empty()) GTEST_SKIP() << daemon_->failure();
    const std::string printed =
        install("--bridge " + daemon_->address() + " --key key --known-hosts known_hosts --device " +
                device_under_test() + " --set n=4096 --set warps=4 --per-student 3");
    write("authorized_keys", printed.substr(printed.find("command=")));
  }
  std::string through_ssh() const { return "'WARPLEDGER_SSH=" + daemon_->ssh() + "'"; }
  /// As the platform's container connects, to run `command`.
  std::string connection(const std::string& command, const std::string& options = "-T") const {
    return daemon_->ssh() + " -i key -o BatchMode=yes -o IdentitiesOnly=yes -o StrictHostKeyChecking=yes " +
           "-o UserKnownHostsFile=known_hosts " + options + " " + daemon_->address() + " " + command;
  }

  std::unique_ptr<SshDaemon> daemon_;
};

TEST_F(BridgeOverSsh, ChecksWhatIsHandedOverAndBringsTheResultsBack) {
  submit("sub folder/mine.cu", kRight);
  EXPECT_EQ(results(through_ssh()).at("tests")[0].at("score"), 10) << daemon_->log();
  submit("mine.cu", kWrong);
  EXPECT_EQ(results(through_ssh()).at("score"), 0);
}

TEST_F(BridgeOverSsh, RunsNothingButTheCheck) {
  for (const char* options : {"-T", "-T -A -X"}) {
    const Ended other = shell(connection("'id; cat /etc/passwd'", options) + " </dev/null", folder_);
    EXPECT_EQ(other.exit_code, 2) << other.err;
    EXPECT_THAT(other.out, testing::AllOf(HasSubstr("it is not known who handed this in"),
                                          testing::Not(HasSubstr("uid=")), testing::Not(HasSubstr("root:"))));
  }
  EXPECT_THAT(shell(connection("", "-tt") + " </dev/null", folder_).err, HasSubstr("PTY allocation request failed"));
  EXPECT_NE(shell(connection("sftp", "-T -s") + " </dev/null", folder_).exit_code, 0);
  EXPECT_THAT(
      shell("echo hello | " + connection("", "-T -W 127.0.0.1:" + std::to_string(daemon_->port())), folder_).err,
      HasSubstr("administratively prohibited"));
  run("ssh-keygen -q -t ed25519 -N '' -f other && cp other key");
  EXPECT_THAT(shell(connection("check 1") + " </dev/null", folder_).err, HasSubstr("Permission denied"));
}

TEST_F(BridgeOverSsh, TakesNoMoreOfAStudentWithinAnHourThanItsLimit) {
  submit("notes.txt", "nothing\n");
  for (int i = 0; i < 3; ++i) EXPECT_THAT(results(through_ssh()).at("output"), HasSubstr("has no .cu file")) << i;
  EXPECT_THAT(results(through_ssh()).at("output"), HasSubstr("handed in 3 times within an hour"));
}

TEST_F(BridgeOverSsh, GoesOnAfterAConnectionThatWasKilled) {
  write("endless/mine.cu",
        "__global__ void axpy_chunked(float* y, const float* x, float a, int n) {\n"
        "  volatile int never = 0;\n  while (never == 0) continue;\n}\n");
  run("tar -C endless -czf endless.tar.gz .");
  const std::string turn = folder_ + "/home/.local/state/warpledger/check-turn.lock";
  Subprocess connected({.words = {"sh", "-c", "exec " + connection("check 7") + " <endless.tar.gz >sent 2>&1"},
                        .folder = folder_,
                        .environment = {},
                        .descriptors = {},
                        .without_input = true,
                        .apart = true});
  while (shell("test -e " + turn + " && ! flock -n " + turn + " true", folder_).exit_code != 0)
    ASSERT_EQ(connected.status_within(0.05), std::nullopt) << read_file(folder_ + "/sent");
  connected.end(0);
  EXPECT_EQ(read_file(folder_ + "/sent"), "");
  run("head -c 100 endless.tar.gz > part.tar.gz");
  const Ended part = shell(connection("check 8") + " <part.tar.gz", folder_);
  EXPECT_THAT(part.out, HasSubstr("Not run: the submission: ")) << part.err;
  submit("mine.cu", kRight);
  EXPECT_EQ(results(through_ssh()).at("tests")[0].at("score"), 10) << "after the turn of the one that was killed";
}

}  // namespace
}  // namespace warpledger::e2e
