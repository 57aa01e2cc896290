#include "exec/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/text.h"
#include "exec/elements.h"

namespace warpledger {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

template <typename T>
T load(std::span<const std::byte> bytes, std::size_t index) {
  T value{};
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

std::string element_text(std::span<const std::byte> bytes, std::size_t index, ElementType type) {
  return with_element(type, [&](auto zero) {
    using T = decltype(zero);
    const T element = load<T>(bytes, index);
    if constexpr (kIsSmallFloat<T>)
      return fmt::format("{}", static_cast<float>(static_cast<double>(element)));
    else
      return fmt::format("{}", element);
  });
}

struct Comparison {
  std::size_t first_wrong = kNone;
  std::int64_t wrong = 0;
  double max_error = 0;
};

/// Compares elements `begin` to `end`. The loop has no branch, so that compilers vectorise it; where something is wrong
/// a second look finds the place.
template <typename T>
Comparison compare(std::span<const std::byte> got, std::span<const double> expected, const Tolerance& tolerance,
                   std::size_t begin, std::size_t end) {
  const auto accepted = [&](std::size_t i) {
    const double value = static_cast<double>(load<T>(got, i));
    const bool near = std::abs(value - expected[i]) <= tolerance.abs + tolerance.rel * std::abs(expected[i]);
    return near | (value == expected[i]);
  };
  Comparison result;
  for (std::size_t i = begin; i < end; ++i) {
    const double error = std::abs(static_cast<double>(load<T>(got, i)) - expected[i]);
    result.max_error = error > result.max_error ? error : result.max_error;  // false for a NaN, which is counted below
    result.wrong += accepted(i) ? 0 : 1;
  }
  if (result.wrong > 0) {
    result.first_wrong = begin;
    while (accepted(result.first_wrong)) ++result.first_wrong;
  }
  return result;
}

/// compare() by several threads.
template <typename T>
Comparison compare_all(std::span<const std::byte> got, std::span<const double> expected, const Tolerance& tolerance) {
  const auto compare_part = [=, &tolerance](std::size_t begin, std::size_t end) {
    return compare<T>(got, expected, tolerance, begin, end);
  };
  Comparison whole;
  for (auto& part : in_parallel(expected.size(), compare_part)) {
    const Comparison found = part.get();
    whole.first_wrong = std::min(whole.first_wrong, found.first_wrong);
    whole.wrong += found.wrong;
    whole.max_error = std::max(whole.max_error, found.max_error);
  }
  return whole;
}

bool is_poison(std::span<const std::byte> bytes, std::size_t index, ElementType type) {
  const std::size_t size = facts_of(type).bytes;
  const auto element = bytes.subspan(index * size, size);
  return std::all_of(element.begin(), element.end(), [&](std::byte b) { return b == poison_of(type); });
}

std::string tolerance_text(const Tolerance& tolerance) {
  std::string text = fmt::format("{:.3g}", tolerance.abs);
  if (tolerance.rel > 0) text += fmt::format(" + {:.3g} of the expected value", tolerance.rel);
  return tolerance.because.empty() ? text : text + ": " + tolerance.because;
}

std::string mismatch_text(const BufferSpec& buffer, std::span<const std::byte> got, std::span<const double> expected,
                          const Comparison& found) {
  const std::size_t i = found.first_wrong;
  const std::string value = is_poison(got, i, buffer.type)
                                ? "nothing (never written: it still holds the pattern from before the launch)"
                                : element_text(got, i, buffer.type);
  if (std::isnan(expected[i]))
    return fmt::format(
        "{}[{}]: got {}, but the reference gives no number: it did not write that element, read past the end of an "
        "input, or computed NaN; {} of {} elements {} wrong",
        buffer.name, i, value, with_thousands(found.wrong), with_thousands(buffer.count),
        found.wrong == 1 ? "is" : "are");
  return fmt::format("{}[{}]: got {}, expected {:.9g} (tolerance {}); {} of {} elements {} wrong", buffer.name, i,
                     value, expected[i], tolerance_text(buffer.tolerance), with_thousands(found.wrong),
                     with_thousands(buffer.count), found.wrong == 1 ? "is" : "are");
}

}  // namespace

std::byte poison_of(ElementType type) { return facts_of(type).floating ? std::byte{0xff} : std::byte{0xa5}; }

CheckResult check_output(const BufferSpec& buffer, std::span<const std::byte> got, std::span<const double> expected) {
  const Comparison found = with_element(
      buffer.type, [&](auto zero) { return compare_all<decltype(zero)>(got, expected, buffer.tolerance); });
  CheckResult result{{buffer.name, buffer.count, found.wrong, found.max_error}, std::nullopt};
  if (found.wrong > 0) result.failure = mismatch_text(buffer, got, expected, found);
  return result;
}

std::optional<std::string> check_unchanged(const BufferSpec& buffer, std::span<const std::byte> before,
                                           std::span<const std::byte> after) {
  if (std::memcmp(before.data(), after.data(), before.size()) == 0) return std::nullopt;
  const auto [was, is] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  const auto index = static_cast<std::size_t>(was - before.begin()) / facts_of(buffer.type).bytes;
  return fmt::format("the input {}[{}] was changed: it held {} and now holds {}; a kernel must not write its inputs",
                     buffer.name, index, element_text(before, index, buffer.type),
                     element_text(after, index, buffer.type));
}

std::optional<std::string> check_guard(const BufferSpec& buffer, std::span<const std::byte> zone, bool past_end,
                                       std::byte guard) {
  const auto touched = [guard](std::byte b) { return b != guard; };
  const auto first = std::find_if(zone.begin(), zone.end(), touched);
  if (first == zone.end()) return std::nullopt;
  const auto last = std::find_if(zone.rbegin(), zone.rend(), touched).base() - 1;

  const auto size_bytes = static_cast<std::int64_t>(zone.size());
  const auto element_bytes = static_cast<std::int64_t>(facts_of(buffer.type).bytes);
  const std::int64_t lowest = first - zone.begin(), highest = last - zone.begin();
  const std::int64_t far_bytes = past_end ? highest + 1 : size_bytes - lowest;
  // In front of the buffer element -1 ends where the zone does, and the division must round down.
  const auto element_at = [&](std::int64_t byte) {
    return past_end ? buffer.count + byte / element_bytes : -1 - (size_bytes - 1 - byte) / element_bytes;
  };
  std::string written = fmt::format("{}[{}]", buffer.name, element_at(lowest));
  if (element_at(highest) != element_at(lowest)) written += fmt::format(" to {}[{}]", buffer.name, element_at(highest));
  const std::string distance = fmt::format("{} {} bytes", far_bytes == size_bytes ? "at least" : "up to", far_bytes);
  if (past_end)
    return fmt::format("wrote past the end of {}: {}, {} beyond its last element {}[{}]", buffer.name, written,
                       distance, buffer.name, buffer.count - 1);
  return fmt::format("wrote before the start of {}: {}, {} before {}[0]", buffer.name, written, distance, buffer.name);
}

}  // namespace warpledger
