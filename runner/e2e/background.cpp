#include "e2e/background.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;

void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

/// State and parent of a process, from /proc; state 'X' when there is none.
std::pair<char, pid_t> state_and_parent(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');  // a name may hold blanks
  if (name_end == std::string::npos) return {'X', -1};
  std::istringstream fields(text.substr(name_end + 1));
  char state = 'X';
  pid_t parent = -1;
  fields >> state >> parent;
  return {state, parent};
}

int fresh_file(const std::string& path) { return open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644); }

int exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

}  // namespace

Background::Background(const std::vector<std::string>& arguments, const std::string& folder, const std::string& name)
    : files_(folder + "/" + name) {
  const std::string line = command_line(arguments);
  const std::array<int, 3> files = {open("/dev/null", O_RDONLY | O_CLOEXEC), fresh_file(files_ + ".out"),
                                    fresh_file(files_ + ".err")};
  process_ = fork();
  if (process_ == 0) {
    for (int i = 0; i < 3; ++i) dup2(files[static_cast<std::size_t>(i)], i);
    if (chdir(folder.c_str()) == 0) execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  for (const int file : files) close(file);
  if (process_ < 0) throw Error("cannot start a process", "end some others");
}

Background::Background(Background&& other) noexcept
    : files_(std::move(other.files_)), process_(std::exchange(other.process_, -1)), exit_code_(other.exit_code_) {}

Background::~Background() {
  if (process_ < 0 || exit_code()) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

std::optional<int> Background::exit_code() {
  int status = 0;
  if (!exit_code_ && waitpid(process_, &status, WNOHANG) == process_) exit_code_ = exit_code_of(status);
  return exit_code_;
}

Ended Background::wait() {
  while (!exit_code()) pause();
  return {*exit_code_, read_file(files_ + ".out"), read_file(files_ + ".err")};
}

bool Background::wait_until_it_says(const std::string& text) {
  while (true) {
    const bool ended = exit_code().has_value();
    if (read_file(files_ + ".err").find(text) != std::string::npos) return true;
    if (ended) return false;
    pause();
  }
}

void Background::send(int signal) const { kill(process_, signal); }

std::optional<pid_t> Background::worker() const {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (state_and_parent(name).second == process_) return std::stoi(name);
  }
  return std::nullopt;
}

bool is_gone(pid_t process) {
  const char state = state_and_parent(std::to_string(process)).first;
  return state == 'X' || state == 'Z';
}

bool ends_soon(pid_t process) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!is_gone(process)) {
    if (std::chrono::steady_clock::now() > give_up) return false;
    pause();
  }
  return true;
}

}  // namespace warpledger::e2e
