#pragma once

#include <array>
#include <random>
#include <string_view>
#include <vector>

namespace warpledger {

/// Noise of launch times, or of medians of runs.
enum class NoiseFamily {
  normal,
  correlated_3,  ///< autoregressive; neighbours correlate by 0.3
  correlated_6,
  correlated_9,
  humps_free,    ///< each sample is 5 % slower with probability 1/2
  humps_sticky,  ///< in the mode of the previous sample with probability 0.9
  humps_by_run,  ///< one mode per run
  lognormal,
  student_3,
  outliers,    ///< 5 of 100 are up to 20 % slower
  drift,       ///< up to 2 % slower or faster from first to last
  seasonal,    ///< a wave of 1.5 % with period 20
  run_offset,  ///< one random offset per run, with deviation 0.5 %
};

inline constexpr std::array<std::string_view, 13> kNoiseFamilyNames = {
    "independent, normal, 1 %",   "AR(1) 0.3, 1 %",          "AR(1) 0.6, 1 %",    "AR(1) 0.9, 1 %",
    "two humps, 5 % apart, free", "two humps, sticky (0.9)", "two humps, by run", "lognormal tail",
    "Student's t, 3 degrees",     "outliers, 5 in 100",      "drift, up to 2 %",  "seasonal, 1.5 %",
    "offset of a run, 0.5 %",
};

/// Returns values of one run around 1, in the order of time.
std::vector<double> noise_of_run(NoiseFamily family, std::mt19937_64& random, std::size_t count);

/// A `share` of the values, chosen independently, is higher by `gap`.
struct FreeHumps {
  double gap = 0;     ///< relative
  double jitter = 0;  ///< relative deviation within a mode
  double share = 0;
};
std::vector<double> noise_in_humps(const FreeHumps& humps, std::mt19937_64& random, std::size_t count);

/// Two sides of identical work. Noise of a run is drawn for each side and round.
struct NoiseInRounds {
  std::vector<double> before, after;
};
NoiseInRounds noise_in_rounds(NoiseFamily family, std::mt19937_64& random, std::size_t samples, std::size_t rounds);

}  // namespace warpledger
