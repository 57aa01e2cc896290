#include "exec/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>
#include <string_view>
#include <type_traits>
#include <utility>

#include "exec/elements.h"

namespace warpledger {
namespace {

/// FNV-1a, so that two buffers of a job differ.
std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325u;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return value;
}

/// Number `i` of a stream, uniform in [0, 1).
double unit(RandomStream stream, std::uint64_t i) {
  return static_cast<double>(scatter(stream.key ^ scatter(stream.first + i)) >> 11) * 0x1p-53;
}

double uniform(const Fill& fill, RandomStream stream, std::uint64_t i, bool floating) {
  if (floating) return fill.a + (fill.b - fill.a) * unit(stream, i);
  return std::floor(fill.a + (fill.b - fill.a + 1) * unit(stream, i));
}

/// Box-Muller transform; 1 - u avoids log(0).
double normal(const Fill& fill, RandomStream stream, std::uint64_t i, bool floating) {
  const double radius = std::sqrt(-2 * std::log(1 - unit(stream, 2 * i)));
  const double value = fill.a + fill.b * radius * std::cos(2 * std::numbers::pi * unit(stream, 2 * i + 1));
  return floating ? value : std::round(value);
}

/// Clamps whole numbers to T: an overflowing cast differs between machines.
template <typename T>
T element_of(double value) {
  if constexpr (std::is_integral_v<T>) {
    if (value <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
    if (value >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  }
  return static_cast<T>(value);
}

/// Writes the values of consecutive elements, starting at number `first`.
using Values = std::function<void(std::size_t first, std::span<double> values)>;

template <typename Element>
Values each(Element element) {
  return [element = std::move(element)](std::size_t first, std::span<double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = element(first + i);
  };
}

template <typename T>
void put(std::span<const double> values, std::byte* to) {
  for (const double value : values) {
    const T element = element_of<T>(value);
    std::memcpy(to, &element, sizeof(T));
    to += sizeof(T);
  }
}

/// Sets elements `begin` to `end`. Generation and storage are separate, because a function for each pair of fill and
/// type took compilers half a minute.
void set_part(std::span<std::byte> bytes, ElementType type, const Values& values, std::size_t begin, std::size_t end) {
  std::array<double, 512> some{};
  for (std::size_t i = begin; i < end; i += some.size()) {
    const std::span<double> block = std::span(some).first(std::min(some.size(), end - i));
    values(i, block);
    std::byte* const to = bytes.data() + i * facts_of(type).bytes;
    with_element(type, [&](auto zero) { put<decltype(zero)>(block, to); });
  }
}

/// A random permutation of 0 to `count` - 1 (Fisher-Yates).
std::vector<std::uint64_t> permutation(std::size_t count, RandomStream stream) {
  std::vector<std::uint64_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = count; i > 1; --i) {
    const double place = std::floor(unit(stream, i) * static_cast<double>(i));
    std::swap(order[i - 1], order[std::min(static_cast<std::size_t>(place), i - 1)]);
  }
  return order;
}

std::vector<double> sorted(const Fill& fill, std::size_t count, RandomStream stream, bool floating) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = uniform(fill, stream, i, floating);
  std::ranges::sort(values);
  return values;
}

/// Values of `count` elements; empty if they come from elsewhere.
Values values_of(const Fill& fill, RandomStream stream, std::size_t count, bool floating) {
  switch (fill.kind) {
    case Fill::Kind::uniform:
      return each([=](std::size_t i) { return uniform(fill, stream, i, floating); });
    case Fill::Kind::normal:
      return each([=](std::size_t i) { return normal(fill, stream, i, floating); });
    case Fill::Kind::constant:
      return each([=](std::size_t) { return fill.a; });
    case Fill::Kind::index:
      return each([](std::size_t i) { return static_cast<double>(i); });
    case Fill::Kind::permutation:
      return each([order = permutation(count, stream)](std::size_t i) { return static_cast<double>(order[i]); });
    case Fill::Kind::sorted:
      return each([values = sorted(fill, count, stream, floating)](std::size_t i) { return values[i]; });
    case Fill::Kind::file:    // from FileArrays
    case Fill::Kind::kernel:  // from filled_by_kernel()
      break;
  }
  return {};
}

constexpr std::size_t kInputBytes = std::size_t{256} << 20;

/// Hashes the 8-byte words `begin` to `end`; missing bytes of the last word count as 0.
std::uint64_t sum_of_words(std::span<const std::byte> bytes, std::uint64_t key, std::size_t begin, std::size_t end) {
  std::uint64_t sum = 0;
  for (std::size_t i = begin; i < end; ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + 8 * i, std::min<std::size_t>(8, bytes.size() - 8 * i));
    sum += scatter(scatter(key + i) ^ word);
  }
  return sum;
}

}  // namespace

std::size_t size_bytes(const BufferSpec& buffer) {
  return static_cast<std::size_t>(buffer.count) * facts_of(buffer.type).bytes;
}

std::string content_key(const BufferSpec& buffer, std::uint64_t seed) {
  return fmt::format("{}:{}:{}:{}:{}:{}:{}:{}", buffer.name, facts_of(buffer.type).name, buffer.count,
                     static_cast<int>(buffer.fill.kind), buffer.fill.a, buffer.fill.b, buffer.content, seed);
}

std::vector<std::byte> first_content(const BufferSpec& buffer, std::uint64_t seed) {
  std::vector<std::byte> bytes(size_bytes(buffer));
  fill_random(bytes, buffer.type, buffer.fill, {scatter(seed) ^ hash(buffer.name)});
  return bytes;
}

Inputs::Inputs() : kept_(kInputBytes) {}

std::shared_ptr<const std::vector<std::byte>> Inputs::get(const BufferSpec& buffer, std::uint64_t seed,
                                                          const MadeByKernel& made_by_kernel) {
  return kept_.get(content_key(buffer, seed), size_bytes(buffer), [&] {
    if (buffer.fill.kind == Fill::Kind::kernel) return made_by_kernel();
    return buffer.fill.kind == Fill::Kind::file ? files_.elements_of(buffer) : first_content(buffer, seed);
  });
}

std::vector<double> to_doubles(std::span<const std::byte> bytes, ElementType type) {
  return with_element(type, [&](auto zero) {
    using T = decltype(zero);
    std::vector<double> values(bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i) {
      T value{};
      std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
      values[i] = static_cast<double>(value);
    }
    return values;
  });
}

std::uint64_t secret_number() {
  thread_local std::random_device random;  // static: creating one takes 30 µs
  return std::uint64_t{random()} << 32 | random();
}

void fill_random(std::span<std::byte> bytes, ElementType type, const Fill& fill, RandomStream stream) {
  const std::size_t count = bytes.size() / facts_of(type).bytes;
  const Values values = values_of(fill, stream, count, facts_of(type).floating);
  if (!values) return;
  const auto set = [&](std::size_t begin, std::size_t end) { set_part(bytes, type, values, begin, end); };
  for (auto& part : in_parallel(count, set)) part.get();
}

Fill like_results(ElementType type) {
  constexpr double kIntegers = 1 << 20;
  if (facts_of(type).floating) return {Fill::Kind::uniform, -1, 1};
  return {Fill::Kind::uniform, 0, std::min(kIntegers - 1, facts_of(type).most)};
}

std::uint64_t fingerprint(std::span<const std::byte> bytes, std::uint64_t key) {
  std::uint64_t sum = 0;
  const auto part_of_sum = [=](std::size_t begin, std::size_t end) { return sum_of_words(bytes, key, begin, end); };
  for (auto& part : in_parallel((bytes.size() + 7) / 8, part_of_sum)) sum += part.get();
  return sum;
}

}  // namespace warpledger
