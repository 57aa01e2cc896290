#include "exec/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "base/text.h"
#include "exec/elements.h"
#include "exec/inputs.h"

namespace warpledger {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr double kMostError = std::numeric_limits<double>::max();

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

/// Compares elements `begin` to `end`. The loop has no branch, so compilers vectorise it; a second pass locates
/// mismatches. An infinite expected value accepts only itself, because it would make any relative error small.
template <typename T>
Comparison compare(std::span<const std::byte> got, std::span<const double> expected, const Tolerance& tolerance,
                   std::size_t begin, std::size_t end) {
  const auto accepted = [&](std::size_t i) {
    const double value = static_cast<double>(load<T>(got, i));
    const double most = std::min(tolerance.abs + tolerance.rel * std::abs(expected[i]), kMostError);
    const bool near = std::abs(value - expected[i]) <= most;
    return near | (value == expected[i]);
  };
  Comparison result;
  for (std::size_t i = begin; i < end; ++i) {
    const double error = std::abs(static_cast<double>(load<T>(got, i)) - expected[i]);
    result.max_error = error > result.max_error ? error : result.max_error;  // false for NaN, counted below
    result.wrong += accepted(i) ? 0 : 1;
  }
  if (result.wrong > 0) {
    result.first_wrong = begin;
    while (accepted(result.first_wrong)) ++result.first_wrong;
  }
  return result;
}

/// compare() in parallel.
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
  if (tolerance.matched < 1) text += fmt::format(", for {:.6g} of the elements", tolerance.matched);
  return tolerance.because.empty() ? text : text + ": " + tolerance.because;
}

/// Prints all digits of integers.
std::string expected_text(const BufferSpec& buffer, double expected) {
  const bool is_whole = !facts_of(buffer.type).floating && std::abs(expected) < 1e20 && expected == std::rint(expected);
  return is_whole ? fmt::format("{:.0f}", expected) : fmt::format("{:.9g}", expected);
}

/// Shared memory on the host starts with the same pattern, so a copy of it looks like an unwritten element.
std::string got_text(std::span<const std::byte> got, std::size_t index, ElementType type) {
  if (!is_poison(got, index, type)) return element_text(got, index, type);
  return "nothing new (the pattern from before the launch: never written, or copied from memory that nobody wrote)";
}

std::string mismatch_text(const BufferSpec& buffer, std::span<const std::byte> got, std::span<const double> expected,
                          const Comparison& found) {
  const std::size_t i = found.first_wrong;
  const std::string value = got_text(got, i, buffer.type);
  if (std::isnan(expected[i]))
    return fmt::format(
        "{}[{}]: got {}, but the reference gives no number: it did not write that element, read past the end of an "
        "input, or computed NaN; {} of {} elements {} wrong",
        buffer.name, i, value, with_thousands(found.wrong), with_thousands(buffer.count),
        found.wrong == 1 ? "is" : "are");
  return fmt::format("{}[{}]: got {}, expected {} (tolerance {}); {} of {} elements {} wrong", buffer.name, i, value,
                     expected_text(buffer, expected[i]), tolerance_text(buffer.tolerance), with_thousands(found.wrong),
                     with_thousands(buffer.count), found.wrong == 1 ? "is" : "are");
}

CheckResult check_sorted(const BufferSpec& buffer, std::span<const std::byte> got, std::span<const double> expected) {
  const auto ascending = [](double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; };
  std::vector<double> sorted_got = to_doubles(got, buffer.type), sorted(expected.begin(), expected.end());
  std::ranges::sort(sorted_got, ascending);
  std::ranges::sort(sorted, ascending);
  BufferSpec doubles = buffer;
  doubles.name = "sorted " + buffer.name;
  doubles.type = ElementType::f64;
  doubles.unordered = false;
  CheckResult result = check_output(doubles, std::as_bytes(std::span(sorted_got)), sorted);
  result.check.buffer = buffer.name;
  return result;
}

struct WholeError {
  double relative = 0;  ///< L2 error; NaN or infinite if there is a NaN or an unmatched infinity
  double max_error = 0;
  std::size_t farthest = 0;  ///< first element whose error is not finite, else the one with the largest error
};

WholeError whole_error(std::span<const double> got, std::span<const double> expected) {
  WholeError found;
  double errors = 0, squares = 0;
  bool all_numbers = true;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const bool is_infinite = std::isinf(expected[i]);  // must match exactly; excluded from the norm
    const double error = is_infinite && got[i] == expected[i] ? 0 : std::abs(got[i] - expected[i]);
    errors += error * error;
    if (!is_infinite) squares += expected[i] * expected[i];
    const bool is_number = std::isfinite(error);
    if (all_numbers && (!is_number || error > found.max_error)) found.farthest = i;
    if (is_number) found.max_error = std::max(found.max_error, error);
    all_numbers = all_numbers && is_number;
  }
  found.relative = !std::isfinite(squares) ? std::nan("") : errors == 0 ? 0 : std::sqrt(errors / squares);
  return found;
}

CheckResult check_norm(const BufferSpec& buffer, std::span<const std::byte> got, std::span<const double> expected) {
  const WholeError found = whole_error(to_doubles(got, buffer.type), expected);
  const std::int64_t wrong = found.relative <= buffer.tolerance.norm ? 0 : buffer.count;
  CheckResult result{{buffer.name, buffer.count, wrong, found.max_error}, std::nullopt};
  if (wrong == 0) return result;
  const std::string value = got_text(got, found.farthest, buffer.type);
  result.failure = fmt::format(
      "{}: the relative L2 error is {:.3g} (tolerance {:.3g}: {}); farthest off is [{}]: got {}, expected {:.9g}",
      buffer.name, found.relative, buffer.tolerance.norm, buffer.tolerance.because, found.farthest, value,
      expected[found.farthest]);
  return result;
}

}  // namespace

std::byte poison_of(ElementType type) { return facts_of(type).floating ? std::byte{0xff} : std::byte{0xa5}; }

std::int64_t allowed_mismatches(const BufferSpec& buffer) {
  constexpr double kRounding = 1e-6;  // (1 - 0.9) * 10 must be 1
  return static_cast<std::int64_t>((1 - buffer.tolerance.matched) * static_cast<double>(buffer.count) + kRounding);
}

CheckResult check_output(const BufferSpec& buffer, std::span<const std::byte> got, std::span<const double> expected) {
  if (buffer.unordered) return check_sorted(buffer, got, expected);
  if (!buffer.tolerance.is_by_element()) return check_norm(buffer, got, expected);
  const Comparison found = with_element(
      buffer.type, [&](auto zero) { return compare_all<decltype(zero)>(got, expected, buffer.tolerance); });
  CheckResult result{{buffer.name, buffer.count, found.wrong, found.max_error}, std::nullopt};
  if (found.wrong > allowed_mismatches(buffer)) result.failure = mismatch_text(buffer, got, expected, found);
  return result;
}

bool zeros_pass(const BufferSpec& buffer, std::span<const double> expected) {
  const Tolerance& tolerance = buffer.tolerance;
  // Zeros have a relative L2 error of 1, unless zeros are correct.
  if (!tolerance.is_by_element() && tolerance.norm >= 1) return true;
  std::int64_t wrong = 0;
  const std::int64_t allowed = tolerance.is_by_element() ? allowed_mismatches(buffer) : 0;
  for (std::size_t i = 0; i < expected.size() && wrong <= allowed; ++i) {
    const double error = std::abs(expected[i]);
    const double most = tolerance.is_by_element() ? std::min(tolerance.abs + tolerance.rel * error, kMostError) : 0;
    wrong += error <= most ? 0 : 1;
  }
  return wrong <= allowed;
}

bool rounded_pass(const BufferSpec& buffer, std::span<const double> expected) {
  if (buffer.type != ElementType::i64 && buffer.type != ElementType::u64) return false;
  if (!buffer.tolerance.is_by_element()) return false;
  constexpr double kAllApart = 9007199254740992;  // 2^53; 2^53 + 1 rounds to it
  return std::ranges::any_of(expected, [&](double value) {
    const double size = std::abs(value);
    return size >= kAllApart && buffer.tolerance.abs + buffer.tolerance.rel * size < size / kAllApart;
  });
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
  // Before the buffer, element -1 ends at the end of the zone, so the division must round down.
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
