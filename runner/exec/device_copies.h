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
/// A kernel that finds and changes a copy gains nothing: inputs are compared with what was first uploaded, by a
/// fingerprint whose key no kernel knows. If a point is incorrect and a copy was changed, perhaps by another point, it
/// is measured again (measure_point.cpp).
class DeviceCopies {
 public:
  /// `backend` must outlive it.
  explicit DeviceCopies(Backend& backend) : backend_(backend), kept_(kMostBytes) {}

  /// Writes `host` to `to` and returns its fingerprint. The same `key` must always come with the same content.
  std::uint64_t write(const std::string& key, std::span<const std::byte> host, GuardedBuffer& to);

  /// Frees the copies.
  void drop() { kept_.clear(); }

  /// Frees all copies if one of them was changed. Returns true if so.
  bool drop_changed();

 private:
  struct Copy {
    GuardedBuffer buffer;
    std::uint64_t fingerprint;
  };
  static constexpr std::size_t kMostBytes = std::size_t{128} << 20;

  /// Fingerprint of the written content; absent if it cannot be copied on the device.
  std::optional<std::uint64_t> write_from_copy(const std::string& key, std::span<const std::byte> host,
                                               GuardedBuffer& to);
  Copy uploaded(std::span<const std::byte> host);

  Backend& backend_;
  RecentlyUsed<Copy> kept_;
};

}  // namespace warpledger
