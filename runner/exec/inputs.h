#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "exec/recently_used.h"
#include "model/job.h"

namespace warpledger {

/// The first content of a buffer, in the device's layout. The same on every machine for the same seed, buffer name,
/// type, count and fill. Integer types take whole numbers: uniform(a, b) then means a <= x <= b, and of normal() what
/// lies beyond the type becomes its limit.
std::vector<std::byte> first_content(const BufferSpec& buffer, std::uint64_t seed);

/// Of the whole buffer.
std::size_t size_bytes(const BufferSpec& buffer);

/// What first_content() depends on: buffers and seeds with the same key have the same.
std::string content_key(const BufferSpec& buffer, std::uint64_t seed);

/// First contents on the host, kept while 256 MiB hold them: places, the reference and neighbouring points share them.
class Inputs {
 public:
  Inputs();
  std::shared_ptr<const std::vector<std::byte>> get(const BufferSpec& buffer, std::uint64_t seed);

 private:
  RecentlyUsed<std::vector<std::byte>> kept_;
};

/// The elements of `bytes`, read as `type`, as doubles.
std::vector<double> to_doubles(std::span<const std::byte> bytes, ElementType type);

}  // namespace warpledger
