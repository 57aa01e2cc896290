#include "e2e/background.h"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

#include "base/file.h"

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

FileDescriptor fresh_file(const std::string& path) {
  return FileDescriptor(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
}

/// Without input; its output goes to the files `files`.out and `files`.err.
Subprocess started(const std::vector<std::string>& arguments, const std::string& folder, const std::string& files) {
  const FileDescriptor out = fresh_file(files + ".out"), err = fresh_file(files + ".err");
  return Subprocess({.words = {"/bin/sh", "-c", command_line(arguments)},
                     .folder = folder,
                     .descriptors = {{out.number(), STDOUT_FILENO}, {err.number(), STDERR_FILENO}},
                     .without_input = true});
}

}  // namespace

Background::Background(const std::vector<std::string>& arguments, const std::string& folder, const std::string& name)
    : files_(folder + "/" + name), process_(started(arguments, folder, files_)) {}

std::optional<int> Background::exit_code() {
  const std::optional<int> status = process_.status_within(0);
  return status ? std::optional(exit_code_of(*status)) : std::nullopt;
}

Ended Background::wait() {
  while (!exit_code()) pause();
  return {*exit_code(), read_file(files_ + ".out"), read_file(files_ + ".err")};
}

bool Background::wait_until_it_says(const std::string& text) {
  while (true) {
    const bool ended = exit_code().has_value();
    if (read_file(files_ + ".err").find(text) != std::string::npos) return true;
    if (ended) return false;
    pause();
  }
}

void Background::send(int signal) const { kill(process(), signal); }

std::optional<pid_t> Background::worker() const {
  const std::vector<pid_t> all = workers();
  return all.empty() ? std::nullopt : std::optional(all.front());
}

std::vector<pid_t> Background::workers() const {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (state_and_parent(name).second == process()) found.push_back(std::stoi(name));
  }
  return found;
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
