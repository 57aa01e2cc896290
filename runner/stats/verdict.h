#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stats/ratio.h"
#include "stats/timed_launches.h"

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

/// The noise that judges pair `pair`, where pair i compares run i with run i + 1 and has the gaps `of_pairs[i]`: that
/// of all pairs but those that share a run with it, whose gaps are partly its own. Absent when no gap is left.
std::optional<Noise> noise_apart_from(std::span<const std::vector<NoiseGap>> of_pairs, std::size_t pair);

enum class Verdict { same, faster, slower, inconclusive };

inline constexpr std::array<std::string_view, 4> kVerdictNames = {"SAME", "FASTER", "SLOWER", "INCONCLUSIVE"};

constexpr std::string_view name_of(Verdict verdict) { return kVerdictNames.at(static_cast<std::size_t>(verdict)); }

struct Criteria {
  double threshold = 0.01;   ///< relative: a smaller gap is of no interest
  Noise noise;               ///< what identical code differs by on this device; 0 when it is not known
  double confidence = 0.99;  ///< of the intervals
  bool has_sm_clock = true;  ///< false for a host, whose times are taken as they are
};

/// Which gap counts at this median, relative to it: the larger of threshold and noise.
double smallest_gap(const Criteria& criteria, double median_ns);

struct Comparison {
  Verdict verdict = Verdict::inconclusive;
  std::string reason;           ///< in words, for a person
  std::optional<Ratio> time;    ///< after / before; absent with too few samples
  std::optional<Ratio> cycles;  ///< the same of time x SM clock; absent where too few clocks are known
  /// That identical code shows such a ratio on a device with this noise; absent where nothing was compared.
  std::optional<double> probability;
  double dependence = 1;                      ///< how many samples tell as much as an independent one
  std::optional<std::size_t> samples_needed;  ///< of INCONCLUSIVE: about so many on each side would decide
  bool needs_runs = false;                    ///< of INCONCLUSIVE: no number of samples decides, other runs may
  double timer_step = 0;                      ///< relative; of INCONCLUSIVE where it is as wide as what is to be told
  std::size_t rounds = 0;                     ///< that both sides were measured in turn; 0: they were not
};

/// What would decide an INCONCLUSIVE: "about 120 samples per side would decide"; empty for what is decided.
std::string what_decides(const Comparison& comparison);

/// Compares two sets of launch times of what should be the same work, by shift_of_launches(). SLOWER or FASTER needs a
/// ratio beyond the smallest gap and beyond what the runs drift by, an interval that excludes 1 and, on a device with
/// an SM clock, the same in cycles: a clock that floats makes a kernel slower that is not. SAME needs the whole
/// interval within the smallest gap. All else, whatever was disturbed, and launches that stay for long at one of two
/// levels which differ by as much as the sides, are INCONCLUSIVE, with the reason. In rounds, drift and levels meet
/// both sides alike: they are no doubt.
Comparison compare(const TimedLaunches& before, const TimedLaunches& after, const Criteria& criteria);

/// Which of `probabilities` hold when all were looked at: the chance that any is rejected by chance alone is at most
/// `level`, however they depend on each other (Holm, "A simple sequentially rejective multiple test procedure", Scand.
/// J. Statist. 6, 1979). In the order of `probabilities`.
std::vector<bool> holding_by_holm(std::span<const double> probabilities, double level);

/// Which of `probabilities` hold when `tested` were looked at, of which the others are 1: of those that hold, a share
/// of at most `level` is expected to hold by chance alone, and where nothing differs, any holds with a probability of
/// at most `level`; for probabilities that are independent or rise together (Benjamini & Hochberg, "Controlling the
/// false discovery rate", J. R. Statist. Soc. B 57, 1995; Benjamini & Yekutieli, Ann. Statist. 29, 2001). In their
/// order.
std::vector<bool> holding_by_benjamini_hochberg(std::span<const double> probabilities, std::size_t tested,
                                                double level);

}  // namespace warpledger
