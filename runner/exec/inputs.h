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
  std::list<Entry> entries_;  ///< the last used one first
};

/// The first content of a buffer, in the device's layout. The same on every machine for the same seed, buffer name,
/// type, count and fill, which is neither `file` nor `kernel`. Integer types take whole numbers: uniform(a, b) then
/// means a <= x <= b, and of normal() what is beyond the type becomes its limit.
std::vector<std::byte> first_content(const BufferSpec& buffer, std::uint64_t seed);

/// Of the whole buffer.
std::size_t size_bytes(const BufferSpec& buffer);

/// What first_content() depends on: buffers and seeds with the same key have the same.
std::string content_key(const BufferSpec& buffer, std::uint64_t seed);

/// First contents on the host, kept while 256 MiB hold them: places, the reference and neighbouring points share them.
class Inputs {
 public:
  Inputs();
  /// What a buffer's fill `kernel` makes.
  using MadeByKernel = std::function<std::vector<std::byte>()>;
  std::shared_ptr<const std::vector<std::byte>> get(const BufferSpec& buffer, std::uint64_t seed,
                                                    const MadeByKernel& made_by_kernel = {});
  FileArrays& files() { return files_; }

 private:
  FileArrays files_;
  RecentlyUsed<std::vector<std::byte>> kept_;
};

/// The elements of `bytes`, read as `type`, as doubles.
std::vector<double> to_doubles(std::span<const std::byte> bytes, ElementType type);

/// SplitMix64's output function (Steele, Lea, Flood 2014): a bijection that scatters consecutive counters.
constexpr std::uint64_t scatter(std::uint64_t counter) {
  std::uint64_t z = counter + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Numbers that nobody can know beforehand.
std::uint64_t secret_number();
inline RandomStream secret_stream() { return {secret_number(), secret_number()}; }

/// Fills `bytes` with elements of `type` as `fill` says. Another stream gives others.
void fill_random(std::span<std::byte> bytes, ElementType type, const Fill& fill, RandomStream stream);

/// What looks like results: uniform in [-1, 1), or whole numbers below 2^20 that the type holds.
Fill like_results(ElementType type);

/// A number that tells whether `bytes` are what they were: others have another one, but for one case in 2^64, and
/// without `key` nobody can make others that have the same.
std::uint64_t fingerprint(std::span<const std::byte> bytes, std::uint64_t key);

}  // namespace warpledger
