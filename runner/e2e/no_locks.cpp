// LD_PRELOAD: a folder named without_locks is on NFS, and each lock of a file in it fails with $LOCK_ERROR.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

bool is_there(const char* path) {
  char whole[PATH_MAX];
  return path != nullptr && realpath(path, whole) != nullptr &&
         std::string_view(whole).find("/without_locks") != std::string_view::npos;
}

bool is_file_there(int file) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  return is_there(link);
}

template <typename Function>
Function* original(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

int lock(const char* name, int file, int command, void* argument) {
  const bool is_lock = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
  const char* const error_number = std::getenv("LOCK_ERROR");
  if (is_lock && error_number != nullptr && is_file_there(file)) {
    errno = std::atoi(error_number);
    return -1;
  }
  return original<int(int, int, ...)>(name)(file, command, argument);
}

constexpr long kNfs = 0x6969;  // linux/magic.h

}  // namespace

extern "C" {

int fcntl(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* const argument = va_arg(rest, void*);
  va_end(rest);
  return lock("fcntl", file, command, argument);
}

int fcntl64(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* const argument = va_arg(rest, void*);
  va_end(rest);
  return lock("fcntl64", file, command, argument);
}

int statfs(const char* path, struct statfs* found) noexcept {
  const int result = original<int(const char*, struct statfs*)>("statfs")(path, found);
  if (result == 0 && is_there(path)) found->f_type = kNfs;
  return result;
}

int statfs64(const char* path, struct statfs64* found) noexcept {
  const int result = original<int(const char*, struct statfs64*)>("statfs64")(path, found);
  if (result == 0 && is_there(path)) found->f_type = kNfs;
  return result;
}
}
