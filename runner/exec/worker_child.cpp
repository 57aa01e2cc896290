#include "exec/worker_child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "exec/confinement.h"
#include "exec/frame.h"
#include "exec/stopwatch.h"

namespace warpledger {
namespace {

/// Bytes kept of the last output, for a reason.
constexpr std::size_t kTailBytes = 300;

constexpr int kChildSocket = 3;

/// A profiler or memory checker delays the release of the device.
constexpr double kPatienceAtEndS = 5;

/// A worker allocates arrays of tens of MiB. With 4 KiB pages the first touch of 64 MiB is 16,384 page faults; with
/// huge pages the first such point took 0.12 s instead of 0.21 s (benchmarks/verification.md). glibc reads this
/// variable at process start.
constexpr std::string_view kTunables = "GLIBC_TUNABLES=";
constexpr std::string_view kHugePages = "glibc.malloc.hugetlb";

/// Keeps the value if this process has one.
std::vector<std::string> with_huge_pages(std::vector<std::string> environment) {
  const auto set = std::ranges::find_if(environment, [](const auto& entry) { return entry.starts_with(kTunables); });
  if (set == environment.end())
    environment.push_back(fmt::format("{}{}=1", kTunables, kHugePages));
  else if (set->find(kHugePages) == std::string::npos)
    *set += fmt::format(":{}=1", kHugePages);
  return environment;
}

std::vector<std::string> own_environment() {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  return environment;
}

ChildSetup setup_of(const std::vector<std::string>& command, const std::optional<std::filesystem::path>& folder,
                    const Channel& socket, const Channel& output) {
  ChildSetup setup{.words = command,
                   .descriptors = {{output.childs.number(), STDOUT_FILENO},
                                   {output.childs.number(), STDERR_FILENO},
                                   {socket.childs.number(), kChildSocket}}};
  setup.words.insert(setup.words.end(), {"--fd", std::to_string(kChildSocket)});
  setup.environment = with_huge_pages(folder ? scrubbed_environment(*folder) : own_environment());
  if (!folder) return setup;
  setup.folder = folder->string();
  setup.without_input = true;
  setup.apart = true;
  return setup;
}

Subprocess started_worker(ChildSetup setup) {
  try {
    return Subprocess(std::move(setup));
  } catch (const Error& error) {
    throw Error(fmt::format("the worker process does not start: {}", error.problem()), error.hint());
  }
}

/// Usual cause of a signal, or "".
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

WorkerChild::WorkerChild(const std::vector<std::string>& command, const std::optional<std::filesystem::path>& folder)
    : socket_(make_socket()),
      output_(make_pipe()),
      child_(started_worker(setup_of(command, folder, socket_, output_))) {
  fcntl(output_.ours.number(), F_SETFL, O_NONBLOCK);
  socket_.childs.close();
  output_.childs.close();
}

WorkerChild::~WorkerChild() {
  socket_.ours.close();
  if (child_.id() > 0) end(kPatienceAtEndS);
}

bool WorkerChild::has_message(double timeout_s, WorkerOutput& output) {
  const Stopwatch stopwatch;
  while (true) {
    int wait_ms = -1;
    if (timeout_s >= 0) {
      const double left_ms = 1e3 * (timeout_s - stopwatch.elapsed_s());
      if (left_ms <= 0) return false;
      wait_ms = static_cast<int>(std::min(left_ms, 1e6)) + 1;
    }
    std::array<pollfd, 2> ends = {{{socket_.ours.number(), POLLIN, 0}, {output_.ours.number(), POLLIN, 0}}};
    if (poll(ends.data(), ends.size(), wait_ms) < 0 && errno != EINTR)
      throw Error("waiting for the worker failed", std::strerror(errno));
    if (ends[1].revents != 0) read_some(output);
    if (ends[0].revents != 0) return true;
  }
}

void WorkerChild::drain(WorkerOutput& output) {
  while (read_some(output)) {
  }
}

bool WorkerChild::read_some(WorkerOutput& output) {
  std::array<char, 16 << 10> block{};
  const ssize_t count = ::read(output_.ours.number(), block.data(), block.size());
  if (count > 0) output.take(std::string_view(block.data(), static_cast<std::size_t>(count)));
  if (count == 0) output_.ours.close();  // the child closed its end: poll() must stop reporting it
  return count > 0;
}

std::string WorkerChild::end(double patience_s) {
  const pid_t pid = child_.id();
  const std::optional<int> status = child_.end(patience_s);
  if (!status) return fmt::format("the worker process {} was killed but does not end: the driver blocks it", pid);
  return how_it_ended(*status);
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("the worker process was killed by signal {} ({}){}", WTERMSIG(status),
                       strsignal(WTERMSIG(status)), usual_cause(WTERMSIG(status)));
  return fmt::format("the worker process ended with exit code {}", WEXITSTATUS(status));
}

void WorkerOutput::show(std::string_view text) {
  if (line_begin_.empty()) {
    std::cerr << printable(text) << std::flush;
    return;
  }
  std::string shown;
  for (const char c : printable(text)) {
    if (!inside_line_) shown += line_begin_;
    shown += c;
    inside_line_ = c != '\n';
  }
  std::cerr << shown << std::flush;
}

void WorkerOutput::begin_request() {
  taken_bytes_ = shown_bytes_ = 0;
  tail_.clear();
}

void WorkerOutput::take(std::string_view text) {
  const std::string_view shown = text.substr(0, std::min(kShownBytes - shown_bytes_, left_bytes_));
  show(shown);
  shown_bytes_ += shown.size();
  left_bytes_ -= shown.size();
  taken_bytes_ += text.size();
  tail_ += text.substr(text.size() - std::min(text.size(), kTailBytes));
  if (tail_.size() > kTailBytes) tail_.erase(0, tail_.size() - kTailBytes);
}

void WorkerOutput::end_request() {
  if (inside_line_) std::cerr << '\n';
  inside_line_ = false;
  if (taken_bytes_ == shown_bytes_ || is_silenced_) return;
  is_silenced_ = left_bytes_ == 0;
  std::cerr << fmt::format("{}[{} more bytes of the kernel's output are not shown{}]\n",
                           line_begin_.empty() ? "\n" : line_begin_,
                           with_thousands(static_cast<std::int64_t>(taken_bytes_ - shown_bytes_)),
                           is_silenced_ ? ", nor what it prints from here on" : "");
}

std::string WorkerOutput::last_line() const {
  const std::size_t end = tail_.find_last_not_of("\r\n");
  if (end == std::string::npos) return {};
  const std::size_t newline = tail_.find_last_of('\n', end);
  const std::size_t begin = newline == std::string::npos ? 0 : newline + 1;
  return printable(std::string_view(tail_).substr(begin, end + 1 - begin));
}

}  // namespace warpledger
