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

/// Run-to-run noise of identical code on a device.
struct Noise {
  double relative = 0;   ///< share of the time
  double offset_ns = 0;  ///< per launch
};

/// Relative gap caused by noise.
double gap_of(const Noise& noise, double median_ns);

/// Two medians of identical code.
struct NoiseGap {
  double median_ns = 0;
  double gap_ns = 0;  ///< absolute
};

/// Returns the noise that 99 in 100 gaps do not exceed. Launches below 10 µs determine the offset. `gaps` must not be
/// empty.
Noise noise_of(std::span<const NoiseGap> gaps);

/// Returns the noise for pair `pair`, where pair i compares runs i and i + 1 and has the gaps `of_pairs[i]`. Excludes
/// pairs that share a run with it, whose gaps are partly its own. Absent if no gap is left.
std::optional<Noise> noise_apart_from(std::span<const std::vector<NoiseGap>> of_pairs, std::size_t pair);

enum class Verdict { same, faster, slower, inconclusive };

inline constexpr std::array<std::string_view, 4> kVerdictNames = {"SAME", "FASTER", "SLOWER", "INCONCLUSIVE"};

constexpr std::string_view name_of(Verdict verdict) { return kVerdictNames.at(static_cast<std::size_t>(verdict)); }

struct Criteria {
  double threshold = 0.01;  ///< relative; smaller gaps are ignored
  Noise noise;              ///< noise floor of the device; 0 if unknown
  double confidence = 0.99;
  bool has_sm_clock = true;  ///< false for a host; its times are used as they are
};

/// Relative; the larger of threshold and noise.
double smallest_gap(const Criteria& criteria, double median_ns);

struct Comparison {
  Verdict verdict = Verdict::inconclusive;
  std::string reason;           ///< for a person
  std::optional<Ratio> time;    ///< after / before; absent with too few samples
  std::optional<Ratio> cycles;  ///< the same for cycles; absent if too few clocks were read
  /// For identical code with this noise; absent if nothing was compared.
  std::optional<double> probability;
  double dependence = 1;                      ///< see dependence_of()
  std::optional<std::size_t> samples_needed;  ///< if INCONCLUSIVE: estimate per side
  bool needs_runs = false;                    ///< if INCONCLUSIVE: only more runs can decide
  double timer_step = 0;                      ///< relative; set if too coarse for a verdict
  std::size_t rounds = 0;                     ///< alternating rounds; 0: none
};

/// Returns "about 120 samples per side would decide" for an INCONCLUSIVE; "" for others.
std::string what_decides(const Comparison& comparison);

/// Compares launch times of what should be the same work, by shift_of_launches().
/// - SLOWER or FASTER: the ratio exceeds the smallest gap and the drift of the runs, and its interval excludes 1. With
///   an SM clock, the same must hold in cycles, because a different clock also changes times.
/// - SAME: the whole interval is within the smallest gap.
/// - INCONCLUSIVE, with a reason: all else, disturbed runs, and launches that stay long at one of two levels that
///   differ by as much as the sides.
/// Rounds expose both sides to the same drift and levels, so these are not checked there.
Comparison compare(const TimedLaunches& before, const TimedLaunches& after, const Criteria& criteria);

/// Returns which of `probabilities` remain significant. The chance of any false rejection is at most `level`, for any
/// dependence (Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statist. 6, 1979).
std::vector<bool> holding_by_holm(std::span<const double> probabilities, double level);

/// Returns which of `probabilities` remain significant; the others of the `tested` ones count as 1. The expected share
/// of false rejections is at most `level`, for independent or positively dependent probabilities (Benjamini & Hochberg,
/// "Controlling the false discovery rate", J. R. Statist. Soc. B 57, 1995; Benjamini & Yekutieli, Ann. Statist. 29,
/// 2001). If nothing differs, any is rejected with a probability of at most `level`.
std::vector<bool> holding_by_benjamini_hochberg(std::span<const double> probabilities, std::size_t tested,
                                                double level);

}  // namespace warpledger
