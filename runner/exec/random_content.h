#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/element_type.h"

namespace warpledger {

/// SplitMix64's output function (Steele, Lea, Flood 2014): a bijection that scatters consecutive counters.
constexpr std::uint64_t scatter(std::uint64_t counter) {
  std::uint64_t z = counter + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// A number that nobody can know beforehand.
std::uint64_t secret_number();

/// Fills `bytes` with elements of `type` that look like results: uniform in [-1, 1), or whole numbers below 2^20.
/// Another seed gives others.
void fill_random(std::span<std::byte> bytes, ElementType type, std::uint64_t seed);

/// A number that tells whether `bytes` are what they were: others have another one, but for one case in 2^64, and
/// without `key` nobody can make others that have the same.
std::uint64_t fingerprint(std::span<const std::byte> bytes, std::uint64_t key);

}  // namespace warpledger
