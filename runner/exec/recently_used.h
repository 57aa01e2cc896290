#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <utility>

namespace warpledger {

/// What was made lately, by key: as much as `most_bytes` hold, and the last one however large it is.
template <typename Value>
class RecentlyUsed {
 public:
  explicit RecentlyUsed(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// The value of `key`: kept, or else made by `make()`, a Value of `bytes`. What has to go to make room goes first.
  template <typename Make>
  std::shared_ptr<const Value> get(const std::string& key, std::size_t bytes, const Make& make) {
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->key != key) continue;
      entries_.splice(entries_.begin(), entries_, entry);
      return entry->value;
    }
    while (!entries_.empty() && bytes_ + bytes > most_bytes_) {
      bytes_ -= entries_.back().bytes;
      entries_.pop_back();
    }
    auto made = std::make_shared<const Value>(make());
    entries_.push_front({key, bytes, made});
    bytes_ += bytes;
    return made;
  }

 private:
  struct Entry {
    std::string key;
    std::size_t bytes;
    std::shared_ptr<const Value> value;
  };

  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  ///< the last used one first
};

}  // namespace warpledger
