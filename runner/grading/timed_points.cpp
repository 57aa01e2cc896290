#include "grading/timed_points.h"

#include <fmt/format.h>

#include "ledger/measured_points.h"
#include "model/cell_value.h"
#include "store/quoted.h"

namespace warpledger {

RoundTimes::RoundTimes(const LedgerReader& ledger, const std::vector<TimedRound>& rounds,
                       const std::map<std::string, std::string>& reference)
    : reference_(reference) {
  for (const TimedRound& round : rounds)
    rounds_.push_back({launches_of(ledger, round.submission), launches_of(ledger, round.reference)});
}

TimedPoint RoundTimes::times_of(const std::string& kernel, const std::string& identity) const {
  const std::string beside = reference_.at(kernel) + identity.substr(kernel.size());
  const auto find = [](const LaunchesByIdentity& launches, const std::string& name) {
    const auto found = launches.find(name);
    return found == launches.end() ? TimedLaunches() : found->second;
  };
  TimedPoint point{.name = identity, .rounds = {}};
  for (const Round& round : rounds_)
    point.rounds.push_back({find(round.submission, identity), find(round.reference, beside)});
  return point;
}

RoundTimes::LaunchesByIdentity RoundTimes::launches_of(const LedgerReader& ledger, const std::string& run_uuid) {
  LaunchesByIdentity launches;
  const Table run = ledger.query(fmt::format("SELECT run FROM runs WHERE run_uuid = {}", quoted_text(run_uuid)));
  if (run.rows.empty()) return launches;
  for (MeasuredPoint& point : read_measured_points(ledger, whole_in(run.rows[0][0]), ""))
    if (point.outcome == "ok") launches[point.identity] = std::move(point.launches);
  return launches;
}

}  // namespace warpledger
