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

/// Metric (source "attribute"): number of equally large rounds of a point's samples (stats/rounds.h).
inline constexpr const char* kRounds = "rounds_in_turn";

/// A point for comparisons.
struct MeasuredPoint {
  std::string family;
  std::string kernel;
  std::string instance;
  std::string identity;                                         ///< "norm_base d_l=32 blocks=1/SM warps=4"
  std::vector<std::pair<std::string, std::string>> parameters;  ///< in the order of the identity
  std::map<std::string, std::string> resolved;                  ///< numbers of the kernel's parameters
  std::string outcome;
  TimedLaunches launches;
  std::map<std::string, double> counters;  ///< that explain a time
  std::set<std::string> modelled;          ///< names of counters
};

/// Returns explaining_estimates for a host run, else explaining_counters.
const char* explaining_view(const LedgerReader& ledger, std::int64_t run);

/// Throws Error with the point and its run; `what` is like "sample 10 is 0 ns".
[[noreturn]] void refuse_impossible_point(const LedgerReader& ledger, std::int64_t point, const std::string& what);

/// Throws Error for the first point with an impossible launch time.
void refuse_impossible_times_of_selected_run(const LedgerReader& ledger);

/// Returns points in plan order, of one kernel or instance unless `kernel` is empty. Throws Error for impossible times
/// and clocks; ignores infinite counters.
std::vector<MeasuredPoint> read_measured_points(const LedgerReader& ledger, std::int64_t run,
                                                const std::string& kernel);

/// Returns all points without counters, for grading.
std::vector<MeasuredPoint> read_timed_points(const LedgerReader& ledger, std::int64_t run);

}  // namespace warpledger
