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

/// Name of the metric (source "attribute") that says in how many rounds the samples of a point were taken, as many
/// samples in each (stats/rounds.h).
inline constexpr const char* kRounds = "rounds_in_turn";

/// A point of a run with all that a comparison looks at.
struct MeasuredPoint {
  std::string family;
  std::string kernel;
  std::string instance;
  std::string identity;                                         ///< "norm_base d_l=32 blocks=1/SM warps=4"
  std::vector<std::pair<std::string, std::string>> parameters;  ///< of the identity, in its order: {"d_l", "32"}
  std::map<std::string, std::string> resolved;                  ///< numbers of the parameters that its kernel uses
  std::string outcome;
  TimedLaunches launches;
  std::map<std::string, double> counters;  ///< that explain a time; those that are known
  std::set<std::string> modelled;          ///< counters that are modelled
};

/// The view with the numbers that may explain a time of this run: explaining_estimates of a run on the host, else
/// explaining_counters.
const char* explaining_view(const LedgerReader& ledger, std::int64_t run);

/// Throws Error that names the point of that id, with its run, and says what it has: "sample 10 is 0 ns".
[[noreturn]] void refuse_impossible_point(const LedgerReader& ledger, std::int64_t point, const std::string& what);

/// Throws Error that names the first point of the selected run with times that no launch has.
void refuse_impossible_times_of_selected_run(const LedgerReader& ledger);

/// The points of a run in the plan's order; of one kernel or instance only, unless `kernel` is empty. Throws Error for
/// a time or clock that no launch has; a counter that is infinite explains nothing and is left out.
std::vector<MeasuredPoint> read_measured_points(const LedgerReader& ledger, std::int64_t run,
                                                const std::string& kernel);

/// The same without counters, of all kernels: what a grade's ratios are of.
std::vector<MeasuredPoint> read_timed_points(const LedgerReader& ledger, std::int64_t run);

}  // namespace warpledger
