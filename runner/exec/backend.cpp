#include "exec/backend.h"

#include <fmt/format.h>

#include "exec/check.h"
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

RandomStream stream_of(const Work& work, std::size_t renewal, std::uint64_t execution) {
  const std::uint64_t mine = scatter(work.renewed_with.first + execution) ^ renewal;
  return {scatter(work.renewed_with.key ^ mine), scatter(mine)};
}

std::uint64_t Backend::written_bytes(std::span<const Zone> zones) {
  std::uint64_t written = 0;
  for (const Zone& zone : zones) {
    std::vector<std::byte> content(zone.bytes);
    read(*zone.memory, zone.offset_bytes, content);
    written += zone.bytes - static_cast<std::uint64_t>(std::ranges::count(content, zone.value));
  }
  return written;
}

void Backend::copy(const Restore& copied) {
  Work work;
  work.restores.push_back(copied);
  launch(work);
}

void Backend::launch_repeatedly(const Work& work, int times) {
  for (int i = 0; i < times; ++i) launch(work);
}

ClockReading Backend::time_by(OtherClock, const Work&, Cache) {
  return {std::nullopt, "this backend has one clock: " + clock_name()};
}

void Backend::renew(const Work& work, bool before_prepare, std::uint64_t execution) {
  for (std::size_t i = 0; i < work.renewals.size(); ++i) {
    const Renewal& renewal = work.renewals[i];
    if (renewal.before_prepare == before_prepare)
      fill_random(*renewal.memory, renewal.offset_bytes, renewal.bytes, renewal.type, renewal.fill,
                  stream_of(work, i, execution));
  }
}

void Backend::fill_random(Memory& to, std::size_t offset_bytes, std::size_t bytes, ElementType type, const Fill& fill,
                          RandomStream stream) {
  std::vector<std::byte> content(bytes);
  warpledger::fill_random(content, type, fill, stream);
  write(to, offset_bytes, content);
}

std::uint64_t Backend::mismatches(DevicePointer got, ElementType type, std::size_t count, DevicePointer expected,
                                  const Tolerance& tolerance) {
  std::vector<std::byte> elements(count * facts_of(type).bytes);
  std::vector<double> doubles(count);
  read(*got.memory, got.offset_bytes, elements);
  read(*expected.memory, expected.offset_bytes, std::as_writable_bytes(std::span(doubles)));
  const BufferSpec spec = {"", type, static_cast<std::int64_t>(count), Role::out, {}, tolerance};
  return static_cast<std::uint64_t>(check_output(spec, elements, doubles).check.mismatches);
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
