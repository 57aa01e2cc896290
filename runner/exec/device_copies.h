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

/// Writes first contents to a GPU, from copies that stay there. An untrusted point makes its buffers anew three times:
/// 16 MiB take 1.6 ms from the host and 10 µs on the device.
///
/// A kernel can find and change what is kept. It gains nothing: what its launches were given is compared with what was
/// first uploaded, by a fingerprint whose key no kernel knows. A point that is wrong is measured again where what is
/// kept was changed, perhaps by another one (measure_point.cpp).
class DeviceCopies {
 public:
  /// The backend must outlive it.
  explicit DeviceCopies(Backend& backend) : backend_(backend), kept_(kMostBytes) {}

  /// Gives `to` the content `host`, which is the same for each call with this `key`. Returns its fingerprint.
  std::uint64_t write(const std::string& key, std::span<const std::byte> host, GuardedBuffer& to);

  /// Frees the copies.
  void drop() { kept_.clear(); }

  /// Frees them if one of them is not what was uploaded; whether it was so.
  bool drop_changed();

 private:
  struct Copy {
    GuardedBuffer buffer;
    std::uint64_t fingerprint;
  };
  static constexpr std::size_t kMostBytes = std::size_t{128} << 20;

  /// The fingerprint of what was written; none where nothing can be copied.
  std::optional<std::uint64_t> write_from_copy(const std::string& key, std::span<const std::byte> host,
                                               GuardedBuffer& to);
  Copy uploaded(std::span<const std::byte> host);

  Backend& backend_;
  RecentlyUsed<Copy> kept_;
};

}  // namespace warpledger
