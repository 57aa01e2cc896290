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
  std::string identity;                                         ///< "norm_base d_l=32 blocks=128 warps=4"
  std::vector<std::pair<std::string, std::string>> parameters;  ///< of the identity, in its order: {"d_l", "32"}
  std::string outcome;
  TimedLaunches launches;
  std::map<std::string, double> counters;  ///< that explain a time; those that are known
  std::set<std::string> modelled;          ///< counters that are modelled
};

/// The view with the numbers that may explain a time of this run: explaining_estimates of a run on the host, else
/// explaining_counters.
const char* explaining_view(const LedgerReader& ledger, std::int64_t run);

/// The points of a run in the plan's order; of one kernel or instance only, unless `kernel` is empty.
std::vector<MeasuredPoint> read_measured_points(const LedgerReader& ledger, std::int64_t run,
                                                const std::string& kernel);

/// The same without counters, of all kernels: what a grade's ratios are of.
std::vector<MeasuredPoint> read_timed_points(const LedgerReader& ledger, std::int64_t run);

}  // namespace warpledger
