#pragma once

#include <span>

namespace warpledger {

/// What medians of identical code differ by from run to run on a device: a share of the time, and what every launch
/// has, however short.
struct Noise {
  double relative = 0;   ///< [1]
  double offset_ns = 0;  ///< of one launch
};

/// The gap that noise alone makes at a median, relative to it.
double gap_of(const Noise& noise, double median_ns);

/// Two medians of identical code.
struct NoiseGap {
  double median_ns = 0;
  double gap_ns = 0;  ///< between them, not negative
};

/// The noise that 99 in 100 of the gaps do not exceed: the offset is that of launches below 10 µs, the rest is
/// relative. Without such launches all of it is. `gaps` must not be empty.
Noise noise_of(std::span<const NoiseGap> gaps);

}  // namespace warpledger
