#include "exec/inputs.h"

#include <cmath>
#include <cstring>
#include <numbers>
#include <string_view>
#include <type_traits>

#include "exec/elements.h"

namespace warpledger {
namespace {

/// SplitMix64's output function (Steele, Lea, Flood 2014): a bijection that scatters consecutive counters.
std::uint64_t scatter(std::uint64_t counter) {
  std::uint64_t z = counter + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// FNV-1a, so that two buffers of one job differ.
std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325u;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return value;
}

/// Element `i` of a stream of numbers uniform in [0, 1).
double unit(std::uint64_t stream, std::uint64_t i) {
  return static_cast<double>(scatter(stream ^ scatter(i)) >> 11) * 0x1p-53;
}

double uniform(const Fill& fill, std::uint64_t stream, std::uint64_t i, bool floating) {
  if (floating) return fill.a + (fill.b - fill.a) * unit(stream, i);
  return std::floor(fill.a + (fill.b - fill.a + 1) * unit(stream, i));
}

/// Box and Muller's transform; 1 - u keeps the logarithm finite.
double normal(const Fill& fill, std::uint64_t stream, std::uint64_t i, bool floating) {
  const double radius = std::sqrt(-2 * std::log(1 - unit(stream, 2 * i)));
  const double value = fill.a + fill.b * radius * std::cos(2 * std::numbers::pi * unit(stream, 2 * i + 1));
  return floating ? value : std::round(value);
}

double element(const Fill& fill, std::uint64_t stream, std::uint64_t i, bool floating) {
  switch (fill.kind) {
    case Fill::Kind::uniform:
      return uniform(fill, stream, i, floating);
    case Fill::Kind::normal:
      return normal(fill, stream, i, floating);
    case Fill::Kind::constant:
      return fill.a;
    case Fill::Kind::index:
      break;
  }
  return static_cast<double>(i);
}

}  // namespace

std::vector<std::byte> first_content(const BufferSpec& buffer, std::uint64_t seed) {
  const std::uint64_t stream = scatter(seed) ^ hash(buffer.name);
  std::vector<std::byte> bytes(static_cast<std::size_t>(buffer.count) * facts_of(buffer.type).bytes);
  with_element(buffer.type, [&](auto zero) {
    using T = decltype(zero);
    for (std::size_t i = 0; i < static_cast<std::size_t>(buffer.count); ++i) {
      const T value = static_cast<T>(element(buffer.fill, stream, i, std::is_floating_point_v<T>));
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  });
  return bytes;
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

}  // namespace warpledger
