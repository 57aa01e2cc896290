#include "base/end_signals.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <string_view>

namespace warpledger {
namespace {

/// A folder as a signal handler needs it, without locks.
struct FolderInUse {
  /// 0: free. A forked child that has not yet called exec also runs the handler; it must not remove its parent's
  /// folders.
  std::atomic<pid_t> owner = 0;
  std::atomic<const char*> path = nullptr;
};
static_assert(std::atomic<pid_t>::is_always_lock_free && std::atomic<const char*>::is_always_lock_free);
std::array<FolderInUse, 256> folders_in_use;

/// Uses only async-signal-safe calls.
void empty_folder(int folder) {
  alignas(dirent64) char entries[2048];
  for (ssize_t bytes = 0; (bytes = getdents64(folder, entries, sizeof entries)) > 0;) {
    for (ssize_t at = 0; at < bytes;) {
      const auto* const entry = reinterpret_cast<const dirent64*>(entries + at);
      at += entry->d_reclen;
      const std::string_view name(entry->d_name);
      if (name == "." || name == ".." || unlinkat(folder, entry->d_name, 0) == 0) continue;
      const int inner = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) continue;
      empty_folder(inner);
      close(inner);
      unlinkat(folder, entry->d_name, AT_REMOVEDIR);
    }
  }
}

void remove_folders_and_end(int signal) {
  for (FolderInUse& used : folders_in_use) {
    const char* const path = used.owner == getpid() ? used.path.exchange(nullptr) : nullptr;
    if (path == nullptr) continue;
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) continue;
    empty_folder(folder);
    close(folder);
    rmdir(path);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void remove_temporary_folders_on_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, remove_folders_and_end) == SIG_IGN) std::signal(signal, SIG_IGN);
}

void add_temporary_folder(const char* path) {
  for (FolderInUse& place : folders_in_use) {
    pid_t nobody = 0;
    if (!place.owner.compare_exchange_strong(nobody, getpid())) continue;
    place.path = path;
    return;
  }
}

void forget_temporary_folder(const char* path) {
  for (FolderInUse& used : folders_in_use) {
    const char* same = path;
    if (!used.path.compare_exchange_strong(same, nullptr)) continue;
    used.owner = 0;
    return;
  }
}

}  // namespace warpledger
