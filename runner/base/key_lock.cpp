#include "base/key_lock.h"

#include <fcntl.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <thread>

namespace warpledger {
namespace {

constexpr std::chrono::milliseconds kBetweenTries{5};

/// Keys that share a byte only wait for each other.
std::int64_t byte_of(const std::string& key) {
  constexpr std::size_t kDigits = 8;
  const std::string_view digits = std::string_view(key).substr(0, kDigits);
  std::int64_t byte = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
  return byte;
}

/// Returns 0 or an error number.
int lock_byte(int file, std::int64_t byte) {
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = byte;
  range.l_len = 1;
  // A lock per open file, not per process, so threads exclude each other as well.
  return fcntl(file, F_OFD_SETLK, &range) == 0 ? 0 : errno;
}

}  // namespace

KeyLock::KeyLock(const std::filesystem::path& folder, const std::string& key, double patience_s)
    : file_(open((folder / "cache.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (file_.number() < 0) return;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(patience_s));
  for (;;) {
    const int problem = lock_byte(file_.number(), byte_of(key));
    is_held_ = problem == 0;
    if ((problem != EAGAIN && problem != EACCES) || Clock::now() >= end) return;
    std::this_thread::sleep_for(kBetweenTries);
  }
}

}  // namespace warpledger
