#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exec/backend.h"
#include "exec/file_arrays.h"
#include "model/job.h"

namespace warpledger {

/// LRU cache of up to `most_bytes`; always holds the last value.
template <typename Value>
class RecentlyUsed {
 public:
  explicit RecentlyUsed(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Returns the value of `key`, made by `make()` if it is not cached. `bytes` is its size. Evicts first.
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

  std::vector<std::shared_ptr<const Value>> values() const {
    std::vector<std::shared_ptr<const Value>> values;
    for (const Entry& entry : entries_) values.push_back(entry.value);
    return values;
  }

  void clear() {
    entries_.clear();
    bytes_ = 0;
  }

 private:
  struct Entry {
    std::string key;
    std::size_t bytes;
    std::shared_ptr<const Value> value;
  };

  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  ///< most recently used first
};

/// First content of a buffer, in the device's layout. It depends only on seed, buffer name, type, count and fill, which
/// is neither `file` nor `kernel`. For integer types uniform(a, b) means a <= x <= b, and normal() is clamped to the
/// type.
std::vector<std::byte> first_content(const BufferSpec& buffer, std::uint64_t seed);

std::size_t size_bytes(const BufferSpec& buffer);

/// Key of first_content(): equal keys mean equal content.
std::string content_key(const BufferSpec& buffer, std::uint64_t seed);

/// Caches 256 MiB of first contents on the host for placements, the reference and neighbouring points.
class Inputs {
 public:
  Inputs();
  /// Generates the content of fill `kernel`.
  using MadeByKernel = std::function<std::vector<std::byte>()>;
  std::shared_ptr<const std::vector<std::byte>> get(const BufferSpec& buffer, std::uint64_t seed,
                                                    const MadeByKernel& made_by_kernel = {});
  FileArrays& files() { return files_; }

 private:
  FileArrays files_;
  RecentlyUsed<std::vector<std::byte>> kept_;
};

std::vector<double> to_doubles(std::span<const std::byte> bytes, ElementType type);

/// SplitMix64's output function (Steele, Lea, Flood 2014): a bijection that scatters consecutive counters.
constexpr std::uint64_t scatter(std::uint64_t counter) {
  std::uint64_t z = counter + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Returns an unpredictable number.
std::uint64_t secret_number();
inline RandomStream secret_stream() { return {secret_number(), secret_number()}; }

void fill_random(std::span<std::byte> bytes, ElementType type, const Fill& fill, RandomStream stream);

/// Plausible results: uniform in [-1, 1), or whole numbers below 2^20 that the type can hold.
Fill like_results(ElementType type);

/// A keyed hash. Different bytes collide with probability 2^-64, and collisions cannot be constructed without `key`.
std::uint64_t fingerprint(std::span<const std::byte> bytes, std::uint64_t key);

}  // namespace warpledger
