#include "base/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"

namespace warpledger {
namespace {

FileDescriptor& log_file() {
  static FileDescriptor file;
  return file;
}

std::string utc_now() {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[sizeof "2026-11-29T12:34:56"];
  std::strftime(text, sizeof text, "%FT%T", &utc);
  return fmt::format("{}.{:03}Z", text, now.time_since_epoch().count() % 1000);
}

}  // namespace

void open_log(const std::string& path) {
  refuse_database(path);
  constexpr mode_t kMode = 0600;  // command lines contain students' names
  const std::string full_path = std::filesystem::absolute(path);
  log_file() = FileDescriptor(::open(full_path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, kMode));
  if (!is_logging())
    throw Error({path}, fmt::format("cannot write the log: {}", std::strerror(errno)),
                fmt::format("check --log and {}", kLogVariable));
  ::setenv(kLogVariable, full_path.c_str(), 1);
}

bool is_logging() { return log_file().number() >= 0; }

void write_log_line(std::string_view message) {
  std::string line = printable(message);
  for (char& c : line)
    if (c == '\n') c = ' ';
  line = fmt::format("{} {} {}\n", utc_now(), ::getpid(), line);
  // A full disk must not stop a run.
  [[maybe_unused]] const ssize_t written = ::write(log_file().number(), line.data(), line.size());
}

}  // namespace warpledger
