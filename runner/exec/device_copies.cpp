#include "exec/device_copies.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace warpledger {

DeviceCopies::Copy DeviceCopies::uploaded(std::span<const std::byte> host) {
  GuardedBuffer buffer(backend_, host.size());
  buffer.write(host);
  const std::uint64_t fingerprint = buffer.fingerprint();
  return {std::move(buffer), fingerprint};
}

std::optional<std::uint64_t> DeviceCopies::write_from_copy(const std::string& key, std::span<const std::byte> host,
                                                           GuardedBuffer& to) {
  // On a host, a copy is not faster; and one content must not evict all others.
  if (!backend_.times_gpu() || host.size() > kMostBytes / 4) return std::nullopt;
  try {
    const auto copy = kept_.get(key, host.size(), [&] { return uploaded(host); });
    to.copy_from(copy->buffer);
    return copy->fingerprint;
  } catch (const PointFailure&) {  // out of memory
    drop();
    return std::nullopt;
  }
}

bool DeviceCopies::drop_changed() {
  const std::vector<std::shared_ptr<const Copy>> copies = kept_.values();
  std::vector<Question> questions;
  for (const auto& copy : copies) questions.emplace_back(copy->buffer.ask_fingerprint());
  const std::vector<std::uint64_t> found = backend_.answers(questions);
  const auto same = [](const std::shared_ptr<const Copy>& copy, std::uint64_t now) { return copy->fingerprint == now; };
  if (std::ranges::equal(copies, found, same)) return false;
  drop();
  return true;
}

std::uint64_t DeviceCopies::write(const std::string& key, std::span<const std::byte> host, GuardedBuffer& to) {
  if (const auto fingerprint = write_from_copy(key, host, to)) return *fingerprint;
  to.write(host);
  return to.fingerprint();
}

}  // namespace warpledger
