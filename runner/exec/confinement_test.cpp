// Each test sandboxes a separate process, because a sandbox cannot be left.
#include "exec/confinement.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "base/file.h"
#include "exec/system_call_filter.h"

namespace warpledger {
namespace {

/// Result of `ask` in a process sandboxed in `folder`; an exit code has eight bits.
int confined(const TemporaryFolder& folder, Sockets sockets, const std::function<int()>& ask) {
  const pid_t child = fork();
  if (child == 0) {
    Confinement confinement;
    confinement.files.readable = toolchain_paths();
    confinement.files.writable = {folder.path().string(), "/no/such/file"};
    confinement.sockets = sockets;
    confine(confinement);
    _exit(ask());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// errno of opening a file, or 0.
int open_error(const std::string& path, int flags) { return open(path.c_str(), flags, 0600) >= 0 ? 0 : errno; }

class Confined : public testing::Test {
 protected:
  void SetUp() override {
    const int in_force = confined(folder_, Sockets::none, [] { return open_error("/etc/passwd", O_RDONLY) == EACCES; });
    if (in_force != 1) GTEST_SKIP() << "this kernel has no Landlock";
  }
  TemporaryFolder folder_;
};

TEST_F(Confined, FilesOutsideTheFolderCanNotBeWrittenAndInsideTheyCan) {
  const TemporaryFolder other;
  const auto make = [](const TemporaryFolder& in) { return open_error(in.path() / "made", O_CREAT | O_WRONLY); };
  EXPECT_EQ(confined(folder_, Sockets::none, [&] { return make(other); }), EACCES);
  EXPECT_EQ(confined(folder_, Sockets::none, [&] { return make(folder_); }), 0);
}

TEST_F(Confined, ProgramsOfTheSystemStillRun) {
  EXPECT_EQ(confined(folder_, Sockets::none, [] { return std::system("/bin/true"); }), 0);
}

TEST_F(Confined, ThisProcesssPartOfProcCanBeReadAndAnothersCanNot) {
  const std::string parent = "/proc/" + std::to_string(getpid()) + "/environ";
  EXPECT_EQ(confined(folder_, Sockets::none, [] { return open_error("/proc/self/maps", O_RDONLY); }), 0);
  EXPECT_EQ(confined(folder_, Sockets::none, [&] { return open_error(parent, O_RDONLY); }), EACCES);
}

TEST(SystemCallFilter, LeavesNoSocketsOrLocalOnesOnly) {
  const TemporaryFolder folder;
  const auto opens = [](int family) { return [family] { return socket(family, SOCK_STREAM, 0) >= 0 ? 0 : errno; }; };
  EXPECT_EQ(confined(folder, Sockets::none, opens(AF_UNIX)), EACCES);
  EXPECT_EQ(confined(folder, Sockets::local, opens(AF_UNIX)), 0);
  EXPECT_EQ(confined(folder, Sockets::local, opens(AF_INET)), EACCES);
}

TEST(SystemCallFilter, LeavesNoSignalsToOthersNoForkAndNoOwnGroup) {
  const TemporaryFolder folder;
  const auto error = [](auto call) { return [call] { return call() >= 0 ? 0 : errno; }; };
  EXPECT_EQ(confined(folder, Sockets::none, error([] { return kill(getppid(), 0); })), EACCES);
  EXPECT_EQ(confined(folder, Sockets::none, error([] { return fork(); })), EACCES);
  EXPECT_EQ(confined(folder, Sockets::none, error([] { return setpgid(0, 0); })), EACCES);
}

TEST(SystemCallFilter, LeavesModesOwnersTimesPrioritiesKeysAndNameSpacesAlone) {
  const TemporaryFolder folder, other;
  const std::string path = other.path().string();
  const std::vector<std::function<long()>> calls = {
      [&] { return chmod(path.c_str(), 0777); },
      [&] { return fchmodat(AT_FDCWD, path.c_str(), 0777, 0); },
      [&] { return chown(path.c_str(), getuid(), getgid()); },
      [&] { return utimensat(AT_FDCWD, path.c_str(), nullptr, 0); },
      [&] { return setxattr(path.c_str(), "user.x", "y", 1, 0); },
      [] { return setpriority(PRIO_PROCESS, static_cast<id_t>(getppid()), 10); },
      [] {
        cpu_set_t all;
        CPU_ZERO(&all);
        CPU_SET(0, &all);
        return sched_setaffinity(getppid(), sizeof all, &all);
      },
      [] { return shmget(IPC_PRIVATE, 1, 0600); },
      [] { return syscall(SYS_keyctl, 0, 0, 0, 0, 0); },
      [] { return syscall(SYS_userfaultfd, 0); },
      [] { return unshare(CLONE_FS); },
      [] { return chroot("/"); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i)
    EXPECT_EQ(confined(folder, Sockets::none, [&] { return calls[i]() >= 0 ? 0 : errno; }), EACCES) << i;
}

TEST(SystemCallFilter, HoldsForThreadsThatWereStartedBefore) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    std::binary_semaphore confined(0);
    int error = 0;
    std::thread early([&] {
      confined.acquire();
      error = socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ? 0 : errno;
    });
    filter_system_calls(Sockets::none);
    confined.release();
    early.join();
    _exit(error);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), EACCES);
}

TEST(SystemCallFilter, LeavesNoLimitsOfOthersAndNoSignalsByWayOfAFile) {
  const TemporaryFolder folder;
  const auto limit_parent = [] {
    rlimit now{};
    return prlimit(getppid(), RLIMIT_FSIZE, nullptr, &now) == 0 ? 0 : errno;
  };
  const auto own_by_parent = [] { return fcntl(STDIN_FILENO, F_SETOWN, getppid()) == 0 ? 0 : errno; };
  const auto own_socket_by_parent = [] {
    const int parent = getppid();
    return ioctl(STDIN_FILENO, FIOSETOWN, &parent) == 0 ? 0 : errno;
  };
  EXPECT_EQ(confined(folder, Sockets::none, limit_parent), EACCES);
  EXPECT_EQ(confined(folder, Sockets::none, own_by_parent), EACCES);
  EXPECT_EQ(confined(folder, Sockets::none, own_socket_by_parent), EACCES);
}

TEST(Confine, LimitsFilesAndCores) {
  const TemporaryFolder folder;
  const auto most = [](auto resource) {
    rlimit now{};
    getrlimit(resource, &now);
    return now.rlim_cur;
  };
  EXPECT_EQ(confined(folder, Sockets::none, [&] { return most(RLIMIT_CORE) == 0 && most(RLIMIT_FSIZE) == 1 << 30; }),
            1);
}

TEST(ScrubbedEnvironment, KeepsWhatCompilersNeedAndNothingElse) {
  setenv("SECRET_TOKEN", "x", 1);
  setenv("CUDA_VISIBLE_DEVICES", "1", 1);
  const std::vector<std::string> variables = scrubbed_environment("/folder");
  unsetenv("SECRET_TOKEN");
  unsetenv("CUDA_VISIBLE_DEVICES");
  EXPECT_THAT(variables, testing::Contains("CUDA_VISIBLE_DEVICES=1"));
  EXPECT_THAT(variables, testing::Contains("TMPDIR=/folder"));
  EXPECT_THAT(variables, testing::Contains(testing::StartsWith("PATH=")));
  EXPECT_THAT(variables, testing::Not(testing::Contains(testing::HasSubstr("TOKEN"))));
}

}  // namespace
}  // namespace warpledger
