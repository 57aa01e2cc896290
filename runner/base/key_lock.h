#pragma once

#include <filesystem>
#include <string>

#include "base/file.h"

namespace warpledger {

/// Advisory lock on a key of a cache folder: one process makes a missing entry while others wait. If the file system
/// has no locks, or after `patience_s`, the constructor returns without the lock and an entry may be made twice. All
/// keys share the file `cache.lock`. The lock of a process that dies is released.
///
/// The patience is short because compiling ahead has the lowest priority. On two busy cores it once held a lock for
/// more than a point's time limit of 10 s, and the waiting point timed out.
class KeyLock {
 public:
  static constexpr double kPatience_s = 2;

  /// `key` starts with hexadecimal digits, as digests do.
  KeyLock(const std::filesystem::path& folder, const std::string& key, double patience_s = kPatience_s);

  bool is_held() const { return is_held_; }

 private:
  FileDescriptor file_;
  bool is_held_ = false;
};

}  // namespace warpledger
