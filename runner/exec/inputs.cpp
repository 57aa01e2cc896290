#include "exec/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
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

/// FNV-1a, so that two buffers of one job differ.
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

/// Box and Muller's transform; 1 - u keeps the logarithm finite.
double normal(const Fill& fill, RandomStream stream, std::uint64_t i, bool floating) {
  const double radius = std::sqrt(-2 * std::log(1 - unit(stream, 2 * i)));
  const double value = fill.a + fill.b * radius * std::cos(2 * std::numbers::pi * unit(stream, 2 * i + 1));
  return floating ? value : std::round(value);
}

/// A whole number beyond T becomes T's limit: what a cast made of it would differ from machine to machine.
template <typename T>
T element_of(double value) {
  if constexpr (std::is_integral_v<T>) {
    if (value <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
    if (value >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  }
  return static_cast<T>(value);
}

/// Sets each element of `bytes`, an array of T, to what `element(i)` says.
template <typename T, typename Element>
void set_each(std::span<std::byte> bytes, const Element& element) {
  const auto set = [bytes, &element](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const T value = element_of<T>(element(i));
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  };
  for (auto& part : in_parallel(bytes.size() / sizeof(T), set)) part.get();
}

/// 0 to `count` - 1 in an order of the stream's: each place swaps with one before it or itself (Fisher and Yates).
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

template <typename T>
void set_all(std::span<std::byte> bytes, const Fill& fill, RandomStream stream) {
  constexpr bool kFloating = !std::is_integral_v<T>;
  switch (fill.kind) {
    case Fill::Kind::uniform:
      return set_each<T>(bytes, [=](std::size_t i) { return uniform(fill, stream, i, kFloating); });
    case Fill::Kind::normal:
      return set_each<T>(bytes, [=](std::size_t i) { return normal(fill, stream, i, kFloating); });
    case Fill::Kind::constant:
      return set_each<T>(bytes, [=](std::size_t) { return fill.a; });
    case Fill::Kind::index:
      return set_each<T>(bytes, [](std::size_t i) { return static_cast<double>(i); });
    case Fill::Kind::permutation: {
      const std::vector<std::uint64_t> order = permutation(bytes.size() / sizeof(T), stream);
      return set_each<T>(bytes, [&](std::size_t i) { return static_cast<double>(order[i]); });
    }
    case Fill::Kind::sorted: {
      const std::vector<double> values = sorted(fill, bytes.size() / sizeof(T), stream, kFloating);
      return set_each<T>(bytes, [&](std::size_t i) { return values[i]; });
    }
    case Fill::Kind::file:    // FileArrays has it
    case Fill::Kind::kernel:  // filled_by_kernel() makes it
      return;
  }
}

/// Of the host's memory, for inputs that neighbouring points share.
constexpr std::size_t kInputBytes = std::size_t{256} << 20;

/// Of the 8-byte words from `begin` to `end`; the last one of all may lack bytes, which count as 0.
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
  thread_local std::random_device random;  // each call made one, which took 30 µs
  return std::uint64_t{random()} << 32 | random();
}

void fill_random(std::span<std::byte> bytes, ElementType type, const Fill& fill, RandomStream stream) {
  with_element(type, [&](auto zero) { set_all<decltype(zero)>(bytes, fill, stream); });
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
