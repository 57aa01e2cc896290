#pragma once

#include <filesystem>
#include <string>

#include "base/file.h"

namespace warpledger {

/// Holds a key of a cache's folder while it lives, so that of several processes that lack an entry one makes it and the
/// others wait for it. Advice, not a guarantee: where the file system has no locks, or the holder takes longer than
/// `patience_s`, nothing is held and an entry is made twice. All keys share one file, `cache.lock`: a process that dies
/// leaves none locked.
///
/// Patience is short, because who compiles ahead has the lowest priority: beside two busy processes on two cores it
/// held a lock for more than the 10 s that a point has, and the point that waited for it timed out.
class KeyLock {
 public:
  static constexpr double kPatience_s = 2;

  /// `key` begins with hexadecimal digits, as a digest does.
  KeyLock(const std::filesystem::path& folder, const std::string& key, double patience_s = kPatience_s);

  bool is_held() const { return is_held_; }

 private:
  FileDescriptor file_;
  bool is_held_ = false;
};

}  // namespace warpledger
