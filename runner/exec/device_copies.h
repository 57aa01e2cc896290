#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "exec/backend.h"
#include "exec/guarded_buffer.h"
#include "exec/inputs.h"

namespace warpledger {

/// Writes first contents to a GPU from copies kept there. An untrusted point rebuilds its buffers three times: 16 MiB
/// take 1.6 ms from the host and 10 µs on the device.
///
/// A kernel that changes a copy gains nothing: inputs are checked by a fingerprint of the first upload, whose key no
/// kernel knows. An incorrect point is measured again if a copy was changed, perhaps by another point
/// (measure_point.cpp).
class DeviceCopies {
 public:
  explicit DeviceCopies(Backend& backend) : backend_(backend), kept_(kMostBytes) {}

  /// Writes `host`, which `key` identifies, to `to`. Returns its fingerprint.
  std::uint64_t write(const std::string& key, std::span<const std::byte> host, GuardedBuffer& to);

  void drop() { kept_.clear(); }

  /// Frees all copies if one of them was changed. Returns true if so.
  bool drop_changed();

 private:
  struct Copy {
    GuardedBuffer buffer;
    std::uint64_t fingerprint;
  };
  static constexpr std::size_t kMostBytes = std::size_t{128} << 20;

  /// Absent if the content cannot be copied on the device.
  std::optional<std::uint64_t> write_from_copy(const std::string& key, std::span<const std::byte> host,
                                               GuardedBuffer& to);
  Copy uploaded(std::span<const std::byte> host);

  Backend& backend_;
  RecentlyUsed<Copy> kept_;
};

}  // namespace warpledger
