#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>
#include <string>

#include "store/ledger_file.h"

namespace warpledger {

/// A process that holds the ledger's write lock during this object's lifetime, with the name `program` if given.
class Locker {
 public:
  explicit Locker(const std::string& path, const char* program = nullptr) {
    int ready[2];
    if (pipe(ready) != 0) throw std::runtime_error("no pipe");
    process_ = fork();
    if (process_ == 0) {
      SQLite::Database database(absolute_path(path), SQLite::OPEN_READWRITE);
      const SQLite::Transaction transaction(database, SQLite::TransactionBehavior::EXCLUSIVE);
      if (program) prctl(PR_SET_NAME, program);
      close(ready[1]);
      while (true) pause();
    }
    close(ready[1]);
    char none = 0;
    while (read(ready[0], &none, 1) > 0) continue;
    close(ready[0]);
  }
  ~Locker() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Locker(const Locker&) = delete;
  Locker& operator=(const Locker&) = delete;

  pid_t process() const { return process_; }

 private:
  pid_t process_ = -1;
};

}  // namespace warpledger
