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

/// One side of a comparison: a run, and which of its points are meant.
struct ComparedSide {
  ChosenRun run;
  std::string kernel;  ///< empty: all
};

/// How a comparison is made.
struct ComparisonOptions {
  double threshold = 0.01;              ///< relative
  std::set<std::string> ignored;        ///< parameters that need not agree
  std::optional<Noise> noise;           ///< absent: that of the device, as the ledger has it
  std::string now_utc = current_utc();  ///< noise floors that are dated later do not count
};

/// A point on both sides.
struct ComparedPoint {
  std::string name;             ///< what identifies it: "norm_base d_l=32 blocks=1/SM warps=4"
  std::string identity_before;  ///< in full
  std::string identity_after;
  std::optional<double> before_us;  ///< medians; absent without samples
  std::optional<double> after_us;
  Comparison comparison;
  bool both_ok = false;  ///< neither side failed
  bool holds = false;    ///< FASTER or SLOWER, and not by chance among so many points; see RunComparison::holding
  std::vector<CounterEffect> effects;
  std::set<std::string> modelled;  ///< counters that are modelled on a side
};

/// A point on both sides that is not compared: the author declared the same and the devices or the experiment's text
/// make it another problem.
struct OtherProblem {
  std::string name;
  std::string difference;  ///< "n_l=4718592 -> n_l=3276800"
};

struct RunComparison {
  ComparedSide before;
  ComparedSide after;
  std::optional<std::pair<ChosenRun, ChosenRun>> again;  ///< in turn: of what these left INCONCLUSIVE
  Criteria criteria;
  bool clocks_unknown = false;           ///< both runs are another tool's, which keeps no SM clock: times decide
  std::vector<NoiseFloor> noise_floors;  ///< the newest of each device that has one
  /// What a launch of an empty kernel takes before and after [µs], where the sides have points that are short enough.
  std::pair<std::optional<double>, std::optional<double>> empty_launch_us;
  std::vector<ComparedPoint> points;
  std::vector<OtherProblem> other_problems;
  std::vector<std::string> only_before;    ///< identities
  std::vector<std::string> only_after;     ///< identities
  std::optional<Ratio> mean;               ///< geometric, over the points that have a ratio
  std::array<std::size_t, 4> counts = {};  ///< points by Verdict
  /// The same of FASTER and SLOWER that hold by Holm's correction over all points that were compared: runs of identical
  /// code have any with a probability of at most 1 - confidence.
  std::array<std::size_t, 4> holding = {};
};

/// What decides a comparison of two runs on `device`.
Criteria criteria_on(const LedgerReader& ledger, const Device& device, const ComparisonOptions& options);

/// Compares the points that both sides have, unless the numbers of a parameter differ that both kernels use and that is
/// not ignored. Throws Error when a host is compared with a GPU, when both sides are the same points, and when no
/// points agree.
RunComparison compare_runs(const LedgerReader& ledger, const ComparedSide& before, const ComparedSide& after,
                           const ComparisonOptions& options);

/// `comparison` with what was compared `again`, in turn, in place of what it says of these points.
RunComparison with_points_of(RunComparison comparison, const RunComparison& again);

/// Whether a point has a verdict of `names`: slower, faster, changed (either), inconclusive. One point in a hundred may
/// look changed by chance, so that only what holds over all points counts.
bool holds_any_of(const RunComparison& comparison, const std::vector<std::string>& names);

/// How points of two runs are recognized as the same.
struct Matching {
  bool across_kernels = false;    ///< two kernels are compared: neither their names nor separating_names() count
  std::set<std::string> ignored;  ///< names of parameters and of the launch that need not agree
};

/// Which points belong together, as places in the lists that were given.
struct PointPairs {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< in the order of `before`
  std::vector<std::size_t> only_before;
  std::vector<std::size_t> only_after;
  std::vector<std::string> names;  ///< the parameters that had to agree, in the order of an identity
  std::set<std::string> left_out;  ///< those that had not
};

/// Parameters, or parts of the launch, that have no value on both sides: with them, no points agree.
std::set<std::string> separating_names(const std::vector<MeasuredPoint>& before,
                                       const std::vector<MeasuredPoint>& after);

/// Pairs points of one family whose kernel, parameters and launch agree, as identities have them. Where a parameter
/// that does not count takes several values, each point is paired with all that it agrees with.
PointPairs pair_points(const std::vector<MeasuredPoint>& before, const std::vector<MeasuredPoint>& after,
                       const Matching& matching);

}  // namespace warpledger
