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

struct ComparedSide {
  ChosenRun run;
  std::string kernel;  ///< empty: all
};

struct ComparisonOptions {
  double threshold = 0.01;              ///< relative
  std::set<std::string> ignored;        ///< parameters that may differ
  std::optional<Noise> noise;           ///< absent: from the ledger
  std::string now_utc = current_utc();  ///< ignores noise floors dated later
};

struct ComparedPoint {
  std::string name;  ///< "norm_base d_l=32 blocks=1/SM warps=4"
  std::string identity_before;
  std::string identity_after;
  std::optional<double> before_us;  ///< medians; may be absent
  std::optional<double> after_us;
  Comparison comparison;
  bool both_ok = false;
  bool holds = false;  ///< significant after correction, see RunComparison::holding
  std::vector<CounterEffect> effects;
  std::set<std::string> modelled;  ///< names of counters
};

/// A point that resolves to a different problem on each side, because the devices or the experiment's text differ. Not
/// compared.
struct OtherProblem {
  std::string name;
  std::string difference;  ///< "n_l=4718592 -> n_l=3276800"
};

struct RunComparison {
  ComparedSide before;
  ComparedSide after;
  std::optional<std::pair<ChosenRun, ChosenRun>> again;  ///< runs measured in turn for INCONCLUSIVE points
  Criteria criteria;
  bool clocks_unknown = false;           ///< both runs are imported without SM clock: times decide
  std::vector<NoiseFloor> noise_floors;  ///< newest of each device
  /// Before and after [µs]; absent without short points.
  std::pair<std::optional<double>, std::optional<double>> empty_launch_us;
  std::vector<ComparedPoint> points;
  std::vector<OtherProblem> other_problems;
  std::vector<std::string> only_before;
  std::vector<std::string> only_after;
  std::optional<Ratio> mean;               ///< geometric
  std::array<std::size_t, 4> counts = {};  ///< points by Verdict
  /// FASTER and SLOWER that remain significant after Holm's correction. For identical code, the probability of any is
  /// at most 1 - confidence.
  std::array<std::size_t, 4> holding = {};
};

/// Criteria of a comparison on `device`.
Criteria criteria_on(const LedgerReader& ledger, const Device& device, const ComparisonOptions& options);

/// Skips points where a parameter of both kernels has different numbers and is not ignored. Throws Error if a host is
/// compared with a GPU, if both sides are the same points, or if no points match.
RunComparison compare_runs(const LedgerReader& ledger, const ComparedSide& before, const ComparedSide& after,
                           const ComparisonOptions& options);

/// Replaces points of `comparison` by those measured `again` in turn.
RunComparison with_points_of(RunComparison comparison, const RunComparison& again);

/// True if a point has a verdict in `names`: slower, faster, changed (either), inconclusive. Slower and faster count
/// only after correction: by chance, one point in a hundred may look changed.
bool holds_any_of(const RunComparison& comparison, const std::vector<std::string>& names);

/// Criteria for matching points.
struct Matching {
  bool across_kernels = false;    ///< ignore kernel names and separating_names()
  std::set<std::string> ignored;  ///< may differ
};

/// Indices into the given lists.
struct PointPairs {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< in the order of `before`
  std::vector<std::size_t> only_before;
  std::vector<std::size_t> only_after;
  std::vector<std::string> names;  ///< must agree, in the order of an identity
  std::set<std::string> left_out;  ///< may differ
};

/// Parameters and parts of the launch without a common value: requiring them would match no points.
std::set<std::string> separating_names(const std::vector<MeasuredPoint>& before,
                                       const std::vector<MeasuredPoint>& after);

/// Pairs points of one family with the same kernel, parameters and launch. If a parameter that may differ has several
/// values, a point is in several pairs.
PointPairs pair_points(const std::vector<MeasuredPoint>& before, const std::vector<MeasuredPoint>& after,
                       const Matching& matching);

}  // namespace warpledger
