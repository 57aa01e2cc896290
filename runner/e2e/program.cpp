#include "e2e/program.h"

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/subprocess.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;

/// One word for the shell.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// The system's tools come before those of version managers such as pyenv, whose shims take a second each.
std::string environment() {
  const std::string source = WARPLEDGER_SOURCE_DIR;
  const char* folder = std::getenv("WARPLEDGER_TEST_PROGRAM_DIR");
  return "export PATH=" + quoted(folder ? folder : WARPLEDGER_PROGRAM_DIR) + ":" + quoted(source + "/contrib") +
         ":/usr/bin:/bin:$PATH WARPLEDGER_PATH=" + quoted(source + "/runner/e2e/testdata:" + source) +
         " WARPLEDGER_HOME=" + quoted(source) + "; unset COLUMNS; ";
}

std::string command_of(const std::vector<std::string>& arguments) {
  std::string command = "warpledger";
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  return command;
}

}  // namespace

Ended shell(const std::string& command, const std::string& folder) {
  const std::string out = folder + "/.out", err = folder + "/.err";
  const std::string line = environment() + "cd " + quoted(folder) + " && { " + command + "\n} >" + quoted(out) + " 2>" +
                           quoted(err) + " </dev/null";
  const int status = std::system(line.c_str());
  return {exit_code_of(status), read_file(out), read_file(err)};
}

Ended warpledger(const std::vector<std::string>& arguments, const std::string& folder) {
  return shell(command_of(arguments), folder);
}

std::string on_terminal(int columns, const std::string& command, const std::string& folder,
                        const std::string& variables) {
  const winsize size{.ws_row = 40, .ws_col = static_cast<unsigned short>(columns)};
  const std::string line = environment() + "export " + variables + "; cd " + quoted(folder) + " && " + command;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child < 0) throw Error("no terminal can be opened", "check /dev/pts");
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  std::string sent;
  char block[4096];
  for (ssize_t count = 0; (count = read(terminal, block, sizeof block)) > 0;)
    sent.append(block, static_cast<std::size_t>(count));
  close(terminal);
  waitpid(child, nullptr, 0);
  std::string text;
  for (std::size_t i = 0; i < sent.size(); ++i)
    if (sent.compare(i, 2, "\r\n") != 0) text += sent[i];
  return text;
}

std::string command_line(const std::vector<std::string>& arguments) {
  return environment() + "exec " + command_of(arguments);
}

std::string device_under_test() {
  const char* device = std::getenv("WARPLEDGER_TEST_DEVICE");
  return device ? device : "host";
}

bool is_sanitized() { return std::getenv("WARPLEDGER_TEST_SANITIZED") != nullptr; }

bool on_cuda() { return device_under_test().starts_with("cuda"); }

std::string fresh_folder() {
  std::string pattern = (fs::temp_directory_path() / "warpledger-XXXXXX").string();
  if (!mkdtemp(pattern.data())) throw Error("cannot make a temporary folder", "check that the disk has room");
  return pattern;
}

}  // namespace warpledger::e2e
