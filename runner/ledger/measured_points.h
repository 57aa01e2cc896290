#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/table.h"
#include "stats/verdict.h"
#include "store/reader.h"

namespace warpledger {

/// Metric (source "attribute") with the number of rounds in which a point's samples were taken; each round has the same
/// number of samples (stats/rounds.h).
inline constexpr const char* kRounds = "rounds_in_turn";

/// A point of a run, as comparisons need it.
struct MeasuredPoint {
  std::string family;
  std::string kernel;
  std::string instance;
  std::string identity;                                         ///< "norm_base d_l=32 blocks=1/SM warps=4"
  std::vector<std::pair<std::string, std::string>> parameters;  ///< of the identity, in its order: {"d_l", "32"}
  std::map<std::string, std::string> resolved;                  ///< numbers of the parameters that the kernel uses
  std::string outcome;
  TimedLaunches launches;
  std::map<std::string, double> counters;  ///< known counters that explain a time
  std::set<std::string> modelled;          ///< names of modelled counters
};

/// Returns the view of the numbers that may explain a time of this run: explaining_estimates for a host run, else
/// explaining_counters.
const char* explaining_view(const LedgerReader& ledger, std::int64_t run);

/// Throws Error that names the point with that id, its run and the impossible value: "sample 10 is 0 ns".
[[noreturn]] void refuse_impossible_point(const LedgerReader& ledger, std::int64_t point, const std::string& what);

/// Throws Error that names the first point of the selected run with an impossible launch time.
void refuse_impossible_times_of_selected_run(const LedgerReader& ledger);

/// Returns the points of a run in plan order; `kernel` may select a kernel or an instance, empty selects all. Throws
/// Error for an impossible launch time or clock. Ignores infinite counters.
std::vector<MeasuredPoint> read_measured_points(const LedgerReader& ledger, std::int64_t run,
                                                const std::string& kernel);

/// Returns all points without counters, for a grade's ratios.
std::vector<MeasuredPoint> read_timed_points(const LedgerReader& ledger, std::int64_t run);

}  // namespace warpledger
