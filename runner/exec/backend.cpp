#include "exec/backend.h"

#include <fmt/format.h>

#include "exec/inputs.h"

namespace warpledger {
namespace {

/// "4 blocks", "1 block", "4 x 2 blocks"; trailing ones are left out.
std::string counted(const Extent& extent, const char* what) {
  std::string text = std::to_string(extent.x);
  if (extent.y > 1 || extent.z > 1) text += fmt::format(" x {}", extent.y);
  if (extent.z > 1) text += fmt::format(" x {}", extent.z);
  return fmt::format("{} {}{}", text, what, extent.volume() == 1 ? "" : "s");
}

}  // namespace

void Backend::fill_random(Memory& to, std::size_t offset_bytes, std::size_t bytes, ElementType type,
                          std::uint64_t seed) {
  std::vector<std::byte> content(bytes);
  warpledger::fill_random(content, type, seed);
  write(to, offset_bytes, content);
}

std::uint64_t Backend::fingerprint(const Memory& from, std::size_t offset_bytes, std::size_t bytes, std::uint64_t key) {
  std::vector<std::byte> content(bytes);
  read(from, offset_bytes, content);
  return warpledger::fingerprint(content, key);
}

std::string words_for(const BoundLaunch& launch) {
  std::string text =
      fmt::format("{} with {} of {}", launch.function, counted(launch.grid, "block"), counted(launch.block, "thread"));
  if (launch.shared_bytes > 0) text += fmt::format(" and {} B of dynamic shared memory", launch.shared_bytes);
  return text;
}

std::string words_for(const Work& work, const BoundLaunch& launch) {
  std::size_t number = 0;
  std::size_t count = 0;
  for (const auto* sequence : {&work.prepare, &work.launches}) {
    for (const BoundLaunch& one : *sequence) {
      ++count;
      if (&one == &launch) number = count;
    }
  }
  return fmt::format("launch {} of {}, {}", number, count, words_for(launch));
}

}  // namespace warpledger
