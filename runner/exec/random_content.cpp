#include "exec/random_content.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <type_traits>

#include "exec/elements.h"
#include "exec/in_parallel.h"

namespace warpledger {
namespace {

template <typename T>
T random_element(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>) return static_cast<float>(bits >> 40) * 0x1p-23F - 1;
  if constexpr (std::is_same_v<T, double>) return static_cast<double>(bits >> 11) * 0x1p-52 - 1;
  return static_cast<T>(bits >> 44);
}

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

std::uint64_t secret_number() {
  std::random_device random;
  return std::uint64_t{random()} << 32 | random();
}

void fill_random(std::span<std::byte> bytes, ElementType type, std::uint64_t seed) {
  with_element(type, [&](auto zero) {
    using T = decltype(zero);
    const auto fill = [=](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const T value = random_element<T>(scatter(seed + i));
        std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
      }
    };
    for (auto& part : in_parallel(bytes.size() / sizeof(T), fill)) part.get();
  });
}

std::uint64_t fingerprint(std::span<const std::byte> bytes, std::uint64_t key) {
  std::uint64_t sum = 0;
  const auto part_of_sum = [=](std::size_t begin, std::size_t end) { return sum_of_words(bytes, key, begin, end); };
  for (auto& part : in_parallel((bytes.size() + 7) / 8, part_of_sum)) sum += part.get();
  return sum;
}

}  // namespace warpledger
