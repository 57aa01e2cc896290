#include "command/check_queue.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.h"
#include "spec/library.h"

namespace warpledger {
namespace {

/// The kernel releases the lock when the process ends.
FileDescriptor opened(const std::string& name) {
  const std::string path = fmt::format("{}/{}", state_folder(), name);
  FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file.number() < 0)
    throw Error({.file = path}, fmt::format("cannot be opened: {}", std::strerror(errno)),
                "make the folder writable, or name another with $XDG_STATE_HOME");
  return file;
}

bool locked(const FileDescriptor& file, int operation) {
  while (flock(file.number(), operation) != 0)
    if (errno != EINTR) return false;
  return true;
}

FileDescriptor place_in(int places) {
  for (int i = 0; i < places; ++i)
    if (FileDescriptor place = opened(fmt::format("check-queue-{}.lock", i)); locked(place, LOCK_EX | LOCK_NB))
      return place;
  throw Error(fmt::format("{} other checks wait already", places), "try again in some minutes");
}

}  // namespace

CheckTurn::CheckTurn(int most_waiting) : turn_(opened("check-turn.lock")) {
  if (locked(turn_, LOCK_EX | LOCK_NB)) return;
  const FileDescriptor place = place_in(most_waiting);
  if (!locked(turn_, LOCK_EX)) throw Error("no turn among the checks can be had", "see whether its folder is local");
}

}  // namespace warpledger
