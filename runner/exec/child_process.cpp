#include "exec/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "exec/confinement.h"
#include "exec/frame.h"
#include "exec/stopwatch.h"

namespace warpledger {
namespace {

constexpr int kChildSocket = 3;

/// A child whose socket was closed frees its device, which a profiler or memory checker delays.
constexpr double kPatienceAtEndS = 5;

/// The kernel's driver may hold a killed process back while it clears its GPU.
constexpr double kPatienceAfterKillS = 10;

class SpawnActions {
 public:
  SpawnActions() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
  }
  ~SpawnActions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  void duplicate(int from, int to) { posix_spawn_file_actions_adddup2(&actions_, from, to); }
  /// After the last duplicate(): closes what is above `last`, and makes a process group of the child's own.
  void set_apart(const std::filesystem::path& folder, int last) {
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions_, last + 1);
    posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// As C takes it: with a null pointer at the end.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

void close_one(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

void connect(Channel& socket, Channel& output) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Error("cannot create the worker's socket", std::strerror(errno));
  socket.ours = ends[0];
  socket.childs = ends[1];
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error("cannot create the worker's pipe", std::strerror(errno));
  output.ours = ends[0];
  output.childs = ends[1];
  fcntl(output.ours, F_SETFL, O_NONBLOCK);
}

/// The usual cause of such an end of the worker; empty when there is none to name.
const char* usual_cause(int signal) {
  switch (signal) {
    case SIGSEGV:
      return ": usually an index outside a buffer, an invalid pointer, or recursion deeper than the stack";
    case SIGBUS:
      return ": usually an address that is not a multiple of its type's size, or a full /tmp or /dev/shm";
    case SIGFPE:
      return ": usually an integer division by zero";
    case SIGILL:
      return ": usually a function without a return, or a jump to an address without code";
    case SIGABRT:
      return ": usually a kernel that overwrote memory of the worker";
    case SIGKILL:
      return ": usually the system ran out of memory, or someone killed it";
    default:
      return "";
  }
}

}  // namespace

Channel::~Channel() {
  close_ours();
  close_childs();
}

void Channel::close_ours() { close_one(ours); }
void Channel::close_childs() { close_one(childs); }

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::optional<std::filesystem::path>& folder)
    : apart_(folder.has_value()) {
  connect(socket_, output_);
  std::vector<std::string> words = command;
  words.insert(words.end(), {"--fd", std::to_string(kChildSocket)});
  spawn(std::move(words), folder);
  socket_.close_childs();
  output_.close_childs();
}

ChildProcess::~ChildProcess() {
  socket_.close_ours();
  if (pid_ > 0) end(kPatienceAtEndS);
}

void ChildProcess::spawn(std::vector<std::string> words, const std::optional<std::filesystem::path>& folder) {
  const std::vector<char*> arguments = pointers_to(words);
  std::vector<std::string> variables = folder ? scrubbed_environment(*folder) : std::vector<std::string>{};
  const std::vector<char*> environment = pointers_to(variables);
  SpawnActions actions;
  actions.duplicate(output_.childs, STDOUT_FILENO);
  actions.duplicate(output_.childs, STDERR_FILENO);
  actions.duplicate(socket_.childs, kChildSocket);
  if (folder) actions.set_apart(*folder, kChildSocket);
  const int failed = posix_spawn(&pid_, arguments[0], actions.get(), actions.attributes(), arguments.data(),
                                 folder ? environment.data() : environ);
  if (failed == 0) return;
  pid_ = -1;
  throw Error(fmt::format("cannot start the worker process {}", words[0]), std::strerror(failed));
}

void ChildProcess::wait_for_message(double timeout_s, WorkerOutput& output) {
  const Stopwatch stopwatch;
  while (true) {
    int wait_ms = -1;
    if (timeout_s >= 0) {
      const double left_ms = 1e3 * (timeout_s - stopwatch.elapsed_s());
      if (left_ms <= 0) throw TimedOut{};
      wait_ms = static_cast<int>(std::min(left_ms, 1e6)) + 1;
    }
    std::array<pollfd, 2> ends = {{{socket_.ours, POLLIN, 0}, {output_.ours, POLLIN, 0}}};
    if (poll(ends.data(), ends.size(), wait_ms) < 0 && errno != EINTR)
      throw Error("waiting for the worker failed", std::strerror(errno));
    if (ends[1].revents != 0) read_some(output);
    if (ends[0].revents != 0) return;
  }
}

void ChildProcess::drain(WorkerOutput& output) {
  while (read_some(output)) {
  }
}

bool ChildProcess::read_some(WorkerOutput& output) {
  std::array<char, 16 << 10> block{};
  const ssize_t count = read(output_.ours, block.data(), block.size());
  if (count > 0) output.take(std::string_view(block.data(), static_cast<std::size_t>(count)));
  if (count == 0) output_.close_ours();  // the child closed its end: poll() must not report that for ever
  return count > 0;
}

std::optional<int> ChildProcess::status_within(double seconds) {
  constexpr useconds_t kStep_us = 2000;
  const Stopwatch stopwatch;
  int status = 0;
  do {
    if (waitpid(pid_, &status, WNOHANG) == pid_) return status;
    usleep(kStep_us);
  } while (stopwatch.elapsed_s() < seconds);
  return std::nullopt;
}

std::string ChildProcess::end(double patience_s) {
  std::optional<int> status = status_within(patience_s);
  if (!status) {
    kill(apart_ ? -pid_ : pid_, SIGKILL);
    status = status_within(kPatienceAfterKillS);
  }
  const pid_t pid = std::exchange(pid_, -1);
  if (apart_) kill(-pid, SIGKILL);  // what it has started and left behind
  if (!status) return fmt::format("the worker process {} was killed but does not end: the driver blocks it", pid);
  return how_it_ended(*status);
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("the worker process was killed by signal {} ({}){}", WTERMSIG(status),
                       strsignal(WTERMSIG(status)), usual_cause(WTERMSIG(status)));
  return fmt::format("the worker process ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace warpledger
