#include "base/subprocess.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

ProcessEnd run_shell(const std::string& line, const std::string& folder = "/") {
  return run_process({"sh", "-c", line}, folder);
}

TEST(RunProcess, GivesBothOutputsAndTheExitCode) {
  const ProcessEnd end = run_shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(end.output, "out\nerr\n");
  EXPECT_EQ(end.exit_code, 3);
}

TEST(RunProcess, GivesTheSignalAsAShellDoes) { EXPECT_EQ(run_shell("kill -9 $$").exit_code, 137); }

TEST(RunProcess, StartsInTheFolderInTheCLocaleAndWithoutInput) {
  setenv("LC_ALL", "de_DE.UTF-8", 1);
  const TemporaryFolder folder;
  const std::string path = std::filesystem::canonical(folder.path());
  EXPECT_EQ(run_shell("pwd; echo $LC_ALL; cat", path).output, path + "\nC\n");
  unsetenv("LC_ALL");
}

TEST(RunProcess, OfAProgramThatIsNotThereIsAnError) {
  try {
    run_process({"no-such-program"}, "/");
    FAIL() << "it ran";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "cannot run no-such-program: No such file or directory");
  }
}

TEST(Subprocess, ThatIsApartHasItsEnvironmentItsDescriptorsAndNoOthers) {
  const int open_here = fcntl(STDIN_FILENO, F_DUPFD, 20);  // without close-on-exec
  ASSERT_GE(open_here, 20);
  Channel output = make_pipe();
  Subprocess child({.words = {"sh", "-c", "echo $ONLY $HOME; ls /proc/self/fd | tr '\\n' ' '"},
                    .environment = {{"ONLY=this", "PATH=/usr/bin:/bin"}},
                    .descriptors = {{output.childs.number(), STDOUT_FILENO}, {output.childs.number(), 3}},
                    .without_input = true,
                    .apart = true});
  output.childs.close();
  EXPECT_EQ(child.status_within(-1), 0);
  std::array<char, 256> text{};
  const ssize_t size = read(output.ours.number(), text.data(), text.size());
  ASSERT_GT(size, 0);
  EXPECT_THAT(std::string(text.data(), static_cast<std::size_t>(size)), testing::MatchesRegex("this\n0 1 2 3 [0-9]+ "));
  close(open_here);
}

TEST(Subprocess, ThatIsApartEndsWithAllThatItHasStarted) {
  Channel output = make_pipe();
  std::array<char, 16> text{};
  {
    const Subprocess child({.words = {"sh", "-c", "sleep 100 & echo up; wait"},
                            .descriptors = {{output.childs.number(), STDOUT_FILENO}},
                            .apart = true});
    output.childs.close();
    ASSERT_GT(read(output.ours.number(), text.data(), text.size()), 0);
  }
  pollfd end{output.ours.number(), POLLIN, 0};
  ASSERT_EQ(poll(&end, 1, 10'000), 1) << "the sleeper holds the pipe open";
  EXPECT_EQ(read(output.ours.number(), text.data(), text.size()), 0);
}

TEST(Subprocess, StillRunsWhenItsTimeIsOverAndIsKilledByItsEnd) {
  Subprocess child({.words = {"sleep", "100"}});
  EXPECT_EQ(child.status_within(0.01), std::nullopt);
  const std::optional<int> status = child.end(0);
  ASSERT_TRUE(status.has_value());
  EXPECT_EQ(exit_code_of(*status), 128 + SIGKILL);
  EXPECT_EQ(child.id(), -1);
}

TEST(Subprocess, ThatDiesByItselfInTimeKeepsItsOwnStatus) {
  Subprocess child({.words = {"sh", "-c", "sleep 0.1; exit 4"}});
  const std::optional<int> status = child.end(10);
  ASSERT_TRUE(status.has_value());
  EXPECT_EQ(exit_code_of(*status), 4);
}

TEST(FindInPath, FindsWhatTheShellWould) {
  EXPECT_THAT(find_in_path("sh"), HasSubstr("/sh"));
  EXPECT_EQ(find_in_path("/bin/sh"), "/bin/sh");
  EXPECT_EQ(find_in_path("no-such-program"), "");
  EXPECT_EQ(find_in_path("/no/such/program"), "");
}

}  // namespace
}  // namespace warpledger
