#pragma once

#include <array>
#include <random>
#include <string_view>
#include <vector>

namespace warpledger {

/// Kinds of noise that launch times, or the medians of runs, have. Only tests and benches use them.
enum class NoiseFamily {
  normal,
  correlated_3,  ///< autoregressive, neighbours correlate by 0.3
  correlated_6,
  correlated_9,
  humps_free,    ///< each sample is 5 % slower or not
  humps_sticky,  ///< as the one before it in 9 of 10
  humps_by_run,  ///< all samples of a run alike
  lognormal,
  student_3,
  outliers,    ///< 5 of 100 are up to 20 % slower
  drift,       ///< it becomes up to 2 % slower or faster from first to last
  seasonal,    ///< a wave of 1.5 % with a period of 20
  run_offset,  ///< each run has its own, with a deviation of 0.5 %
};

inline constexpr std::array<std::string_view, 13> kNoiseFamilyNames = {
    "independent, normal, 1 %",   "AR(1) 0.3, 1 %",          "AR(1) 0.6, 1 %",    "AR(1) 0.9, 1 %",
    "two humps, 5 % apart, free", "two humps, sticky (0.9)", "two humps, by run", "lognormal tail",
    "Student's t, 3 degrees",     "outliers, 5 in 100",      "drift, up to 2 %",  "seasonal, 1.5 %",
    "offset of a run, 0.5 %",
};

/// `count` values around 1, in the order of time, of one run.
std::vector<double> noise_of_run(NoiseFamily family, std::mt19937_64& random, std::size_t count);

/// Values are higher by `gap` in a `share` of all, each by itself.
struct FreeHumps {
  double gap = 0;     ///< relative
  double jitter = 0;  ///< deviation within a hump, relative
  double share = 0;
};
std::vector<double> noise_in_humps(const FreeHumps& humps, std::mt19937_64& random, std::size_t count);

/// Two sides of identical work in one stream of noise, in rounds of `samples` of each side (stats/rounds.h). What a run
/// has by itself, each side has anew in each round.
struct NoiseInRounds {
  std::vector<double> before, after;
};
NoiseInRounds noise_in_rounds(NoiseFamily family, std::mt19937_64& random, std::size_t samples, std::size_t rounds);

}  // namespace warpledger
