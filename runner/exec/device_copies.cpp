#include "exec/device_copies.h"

#include <utility>

namespace warpledger {

DeviceCopies::Copy DeviceCopies::uploaded(std::span<const std::byte> host) {
  GuardedBuffer buffer(backend_, host.size());
  buffer.write(host);
  const std::uint64_t fingerprint = buffer.fingerprint();
  return {std::move(buffer), fingerprint};
}

std::optional<std::uint64_t> DeviceCopies::write_from_copy(const std::string& key, std::span<const std::byte> host,
                                                           GuardedBuffer& to) {
  // A host's memory is no nearer to itself; and one content must not push out all others.
  if (!backend_.times_gpu() || host.size() > kMostBytes / 4) return std::nullopt;
  try {
    const auto copy = kept_.get(key, host.size(), [&] { return uploaded(host); });
    to.copy_from(copy->buffer);
    if (to.fingerprint() == copy->fingerprint) return copy->fingerprint;
  } catch (const PointFailure&) {  // no memory for a copy
  }
  drop();
  return std::nullopt;
}

std::uint64_t DeviceCopies::write(const std::string& key, std::span<const std::byte> host, GuardedBuffer& to) {
  if (const auto fingerprint = write_from_copy(key, host, to)) return *fingerprint;
  to.write(host);
  return to.fingerprint();
}

}  // namespace warpledger
