#include "base/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/error.h"
#include "base/log.h"

namespace warpledger {
namespace {

/// A GPU driver may hold a killed process while it resets the device.
constexpr double kPatienceAfterKillS = 10;

[[noreturn]] void throw_system_error(const std::string& what, int error, const char* hint) {
  throw Error(fmt::format("{}: {}", what, std::strerror(error)), hint);
}

class SpawnActions {
 public:
  explicit SpawnActions(const ChildSetup& setup) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    int last = STDERR_FILENO;
    for (const auto& [from, to] : setup.descriptors) {
      posix_spawn_file_actions_adddup2(&actions_, from, to);
      last = std::max(last, to);
    }
    if (setup.without_input) posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!setup.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions_, setup.folder.c_str());
    if (!setup.apart) return;
    posix_spawn_file_actions_addclosefrom_np(&actions_, last + 1);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnActions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// Adds C's null pointer at the end.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// LC_ALL=C makes compiler messages English.
std::vector<std::string> c_locale_environment() {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (!std::string_view(*entry).starts_with("LC_ALL=")) environment.emplace_back(*entry);
  environment.emplace_back("LC_ALL=C");
  return environment;
}

std::string read_to_end(int file) {
  std::string text;
  std::array<char, 4096> block{};
  for (;;) {
    const ssize_t count = ::read(file, block.data(), block.size());
    if (count > 0) text.append(block.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return text;
  }
}

}  // namespace

Channel make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw_system_error("cannot make a pipe", errno, "close files or end processes");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

Channel make_socket() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw_system_error("cannot make a socket", errno, "close files or end processes");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

Subprocess::Subprocess(ChildSetup setup) : apart_(setup.apart) {
  const SpawnActions spawn(setup);
  const std::vector<char*> arguments = pointers_to(setup.words);
  const std::vector<char*> environment =
      setup.environment ? pointers_to(*setup.environment) : std::vector<char*>{nullptr};
  const int failed = posix_spawnp(&pid_, arguments[0], spawn.actions(), spawn.attributes(), arguments.data(),
                                  setup.environment ? environment.data() : environ);
  if (failed != 0) {
    pid_ = -1;
    throw_system_error("cannot run " + setup.words[0], failed, "check that it is installed and executable");
  }
  log("started {}: {}{}", pid_, fmt::join(setup.words, " "), setup.folder.empty() ? "" : " in " + setup.folder);
}

Subprocess::~Subprocess() {
  if (pid_ > 0) end(0);
}

Subprocess::Subprocess(Subprocess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), apart_(other.apart_), status_(other.status_) {}

std::optional<int> Subprocess::status_within(double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr useconds_t kStep_us = 2000;
  const auto begin = Clock::now();
  while (!status_) {
    int status = 0;
    const pid_t ended = waitpid(pid_, &status, seconds < 0 ? 0 : WNOHANG);
    if (ended == pid_) {
      status_ = status;
      log("{} ended: exit code {}", pid_, exit_code_of(status));
    }
    if (ended < 0 && errno != EINTR) return std::nullopt;
    if (status_ || seconds < 0) continue;
    usleep(kStep_us);
    if (Clock::now() - begin >= std::chrono::duration<double>(seconds)) break;
  }
  return status_;
}

std::optional<int> Subprocess::end(double patience_s) {
  if (!status_within(patience_s)) {
    kill(apart_ ? -pid_ : pid_, SIGKILL);
    status_within(kPatienceAfterKillS);
  }
  const pid_t pid = std::exchange(pid_, -1);
  if (apart_) kill(-pid, SIGKILL);  // includes processes that the child left running
  return status_;
}

int exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

ProcessEnd run_process(const std::vector<std::string>& words, const std::string& folder) {
  Channel output = make_pipe();
  Subprocess child({.words = words,
                    .folder = folder,
                    .environment = c_locale_environment(),
                    .descriptors = {{output.childs.number(), STDOUT_FILENO}, {output.childs.number(), STDERR_FILENO}},
                    .without_input = true});
  output.childs.close();
  ProcessEnd end;
  end.output = read_to_end(output.ours.number());
  const std::optional<int> status = child.status_within(-1);
  if (!status) throw_system_error("cannot wait for " + words[0], errno, "report this as a defect");
  end.exit_code = exit_code_of(*status);
  return end;
}

std::string find_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0 ? name : "";
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "";
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
    std::string candidate = fmt::format("{}/{}", folder, name);
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

}  // namespace warpledger
