#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ledger/measured_points.h"
#include "ledger/run_selection.h"
#include "model/device.h"
#include "stats/counter_effects.h"
#include "stats/ratio.h"
#include "stats/verdict.h"
#include "store/noise_floor.h"
#include "store/reader.h"

namespace warpledger {

/// One side of a comparison: a run and the selected points.
struct ComparedSide {
  ChosenRun run;
  std::string kernel;  ///< empty: all
};

struct ComparisonOptions {
  double threshold = 0.01;              ///< relative
  std::set<std::string> ignored;        ///< parameters that may differ
  std::optional<Noise> noise;           ///< absent: the device's noise floor in the ledger
  std::string now_utc = current_utc();  ///< noise floors dated later are ignored
};

/// A point of both sides.
struct ComparedPoint {
  std::string name;             ///< "norm_base d_l=32 blocks=1/SM warps=4"
  std::string identity_before;  ///< complete identity
  std::string identity_after;
  std::optional<double> before_us;  ///< medians; absent without samples
  std::optional<double> after_us;
  Comparison comparison;
  bool both_ok = false;  ///< neither side failed
  bool holds = false;    ///< FASTER or SLOWER after correction over all points; see RunComparison::holding
  std::vector<CounterEffect> effects;
  std::set<std::string> modelled;  ///< names of counters that are modelled on either side
};

/// A point that both sides declare alike but that is a different problem, because the devices or the experiment's text
/// differ. It is not compared.
struct OtherProblem {
  std::string name;
  std::string difference;  ///< "n_l=4718592 -> n_l=3276800"
};

struct RunComparison {
  ComparedSide before;
  ComparedSide after;
  std::optional<std::pair<ChosenRun, ChosenRun>> again;  ///< runs measured in turn for the INCONCLUSIVE points
  Criteria criteria;
  bool clocks_unknown = false;           ///< both runs are imported and have no SM clock: times decide
  std::vector<NoiseFloor> noise_floors;  ///< newest one of each device
  /// Time of an empty launch before and after [µs]; absent if a side has no short points.
  std::pair<std::optional<double>, std::optional<double>> empty_launch_us;
  std::vector<ComparedPoint> points;
  std::vector<OtherProblem> other_problems;
  std::vector<std::string> only_before;    ///< identities
  std::vector<std::string> only_after;     ///< identities
  std::optional<Ratio> mean;               ///< geometric, over the points with a ratio
  std::array<std::size_t, 4> counts = {};  ///< points by Verdict
  /// FASTER and SLOWER points that remain significant after Holm's correction over all compared points. For identical
  /// code, the probability of any is at most 1 - confidence.
  std::array<std::size_t, 4> holding = {};
};

/// Returns the criteria for comparing two runs on `device`.
Criteria criteria_on(const LedgerReader& ledger, const Device& device, const ComparisonOptions& options);

/// Compares the points of both sides, except those where a parameter that both kernels use resolves to different
/// numbers and is not ignored. Throws Error if a host is compared with a GPU, if both sides are the same points, or if
/// no points match.
RunComparison compare_runs(const LedgerReader& ledger, const ComparedSide& before, const ComparedSide& after,
                           const ComparisonOptions& options);

/// Returns `comparison` with the points in `again`, measured in turn, replaced.
RunComparison with_points_of(RunComparison comparison, const RunComparison& again);

/// True if a point has a verdict of `names`: slower, faster, changed (either), inconclusive. Slower and faster count
/// only after correction over all points, because one point in a hundred may look changed by chance.
bool holds_any_of(const RunComparison& comparison, const std::vector<std::string>& names);

/// How points of two runs are matched.
struct Matching {
  bool across_kernels = false;    ///< two kernels are compared: ignore their names and separating_names()
  std::set<std::string> ignored;  ///< parameters and parts of the launch that may differ
};

/// Matching points, as indices into the given lists.
struct PointPairs {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< in the order of `before`
  std::vector<std::size_t> only_before;
  std::vector<std::size_t> only_after;
  std::vector<std::string> names;  ///< parameters that must agree, in the order of an identity
  std::set<std::string> left_out;  ///< parameters that may differ
};

/// Returns the parameters and parts of the launch that share no value between the sides; no points would match if they
/// had to agree.
std::set<std::string> separating_names(const std::vector<MeasuredPoint>& before,
                                       const std::vector<MeasuredPoint>& after);

/// Pairs points of one family whose kernel, parameters and launch agree, by their identities. If a parameter that may
/// differ has several values, each point is paired with all its matches.
PointPairs pair_points(const std::vector<MeasuredPoint>& before, const std::vector<MeasuredPoint>& after,
                       const Matching& matching);

}  // namespace warpledger
