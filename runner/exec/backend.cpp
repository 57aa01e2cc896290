#include "exec/backend.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "exec/check.h"
#include "exec/inputs.h"

namespace warpledger {
namespace {

/// "4 blocks", "1 block", "4 x 2 blocks"
std::string counted(const Extent& extent, const char* what) {
  std::string text = std::to_string(extent.x);
  if (extent.y > 1 || extent.z > 1) text += fmt::format(" x {}", extent.y);
  if (extent.z > 1) text += fmt::format(" x {}", extent.z);
  return fmt::format("{} {}{}", text, what, extent.volume() == 1 ? "" : "s");
}

std::vector<std::byte> content(Backend& backend, DevicePointer from, std::size_t bytes) {
  std::vector<std::byte> content(bytes);
  backend.read(*from.memory, from.offset_bytes, content);
  return content;
}

std::uint64_t answer(Backend& backend, const Fingerprint& asked) {
  return fingerprint(content(backend, {asked.memory, asked.offset_bytes}, asked.bytes), asked.key);
}

std::uint64_t answer(Backend& backend, const Mismatches& asked) {
  const auto elements = content(backend, asked.got, asked.count * facts_of(asked.type).bytes);
  const auto expected = to_doubles(content(backend, asked.expected, asked.count * sizeof(double)), ElementType::f64);
  const BufferSpec spec = {"",        asked.type, static_cast<std::int64_t>(asked.count),
                           Role::out, {},         {asked.abs, asked.rel, ""}};
  return static_cast<std::uint64_t>(check_output(spec, elements, expected).check.mismatches);
}

std::uint64_t answer(Backend& backend, const LargestError& asked) {
  const auto elements = to_doubles(content(backend, asked.got, asked.count * facts_of(asked.type).bytes), asked.type);
  const auto expected = to_doubles(content(backend, asked.expected, asked.count * sizeof(double)), ElementType::f64);
  double largest = 0;
  for (std::size_t i = 0; i < asked.count; ++i) {
    const double error = std::abs(elements[i] - expected[i]);
    if (error > largest) largest = error;  // false for NaN
  }
  return std::bit_cast<std::uint64_t>(largest);
}

std::uint64_t answer(Backend& backend, const Zone& zone) {
  const auto found = content(backend, {zone.memory, zone.offset_bytes}, zone.bytes);
  return zone.bytes - static_cast<std::uint64_t>(std::ranges::count(found, zone.value));
}

std::uint64_t answer(Backend& backend, const ChangedSince& asked) {
  const Renewal& renewal = asked.renewal;
  const auto found = content(backend, {renewal.memory, renewal.offset_bytes}, renewal.bytes);
  std::vector<std::byte> made(renewal.bytes);
  fill_random(made, renewal.type, renewal.fill, asked.stream);
  const std::size_t element_bytes = facts_of(renewal.type).bytes;
  std::uint64_t changed = 0;
  for (std::size_t at = 0; at + element_bytes <= made.size(); at += element_bytes)
    if (std::memcmp(&made[at], &found[at], element_bytes) != 0) ++changed;
  return changed;
}

}  // namespace

RandomStream stream_of(const Work& work, std::size_t renewal, std::uint64_t execution) {
  const std::uint64_t mine = scatter(work.renewed_with.first + execution) ^ renewal;
  return {scatter(work.renewed_with.key ^ mine), scatter(mine)};
}

void Backend::copy(const Restore& copied) {
  Work work;
  work.restores.push_back(copied);
  launch(work);
}

void Backend::begin_repeatedly(const Work& work, int times) {
  for (int execution = 1; execution <= times; ++execution) launch_renewed(work, static_cast<std::uint64_t>(execution));
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

void Backend::launch_renewed(const Work& work, std::uint64_t execution) {
  renew(work, true, execution);
  if (!work.prepare.empty())
    launch({.constants = work.constants, .restores = work.restores, .prepare = {}, .launches = work.prepare});
  renew(work, false, execution);
  launch({.constants = work.constants,
          .restores = work.restores,
          .prepare = {},
          .launches = work.launches,
          .graph = work.graph});
}

std::vector<std::uint64_t> Backend::answers(std::span<const Question> questions) {
  std::vector<std::uint64_t> numbers;
  for (const Question& question : questions)
    numbers.push_back(std::visit([this](const auto& asked) { return answer(*this, asked); }, question));
  return numbers;
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
