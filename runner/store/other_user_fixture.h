#pragma once

#include <gmock/gmock.h>
#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/file.h"
#include "store/ledger_fixture.h"
#include "store/reader.h"
#include "store/writer.h"

namespace warpledger {

/// Returns the result of `action` in a process of an unprivileged user; 101 on an exception.
inline int as_nobody(const std::function<int()>& action) {
  constexpr uid_t kNobody = 65534;
  const pid_t child = fork();
  if (child == 0) {
    int code = 100;
    try {
      if (geteuid() != 0 || (setgroups(0, nullptr) == 0 && setgid(kNobody) == 0 && setuid(kNobody) == 0))
        code = action();
    } catch (const std::exception& error) {
      fprintf(stderr, "as nobody: %s\n", error.what());
      code = 101;
    }
    _exit(code);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class Writing {
 public:
  /// Returns after `begin` has returned.
  explicit Writing(const std::function<void()>& begin) {
    int ready[2];
    if (pipe(ready) != 0) throw std::runtime_error("no pipe");
    process_ = fork();
    if (process_ == 0) {
      begin();
      close(ready[1]);
      while (true) pause();
    }
    close(ready[1]);
    char none = 0;
    while (read(ready[0], &none, 1) > 0) continue;
    close(ready[0]);
  }
  ~Writing() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

 private:
  pid_t process_ = -1;
};

class ReadConnectionTest : public LedgerTest {
 protected:
  ReadConnectionTest() { std::filesystem::permissions(in_folder(""), std::filesystem::perms(0755)); }
  ~ReadConnectionTest() override { std::filesystem::permissions(in_folder(""), std::filesystem::perms(0755)); }
  void SetUp() override {
    if (as_nobody([] { return access((kSchema + "/migrations").c_str(), R_OK) == 0 ? 0 : 1; }) != 0)
      GTEST_SKIP() << "takes a source folder that another user may read";
  }

  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(in_folder("")))
      found[entry.path().filename().string()] = read_file(entry.path());
    return found;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& [name, content] : files()) found.push_back(name);
    return found;
  }
  /// Leaves only the ledger's file, as in a copy of it.
  void remove_log() const {
    for (const char* end : {"-wal", "-shm"}) std::filesystem::remove(path() + end);
  }
  int points() const {
    return static_cast<int>(std::get<std::int64_t>(value({path(), kSchema}, "SELECT count(*) FROM points")));
  }
  /// Begins a run of `count` points that stay in the log.
  auto begin_run_of(std::int64_t count) const {
    return [this, count] {
      auto* writer = new LedgerWriter(path(), kSchema);  // never closed
      writer->begin_run(run_info());
      for (std::int64_t i = 0; i < count; ++i) writer->record(job(i), result(i));
    };
  }
};

}  // namespace warpledger
