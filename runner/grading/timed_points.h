#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/evidence.h"
#include "grading/read_evidence.h"
#include "store/reader.h"

namespace warpledger {

/// The times of a submission and of the reference in all rounds, by point.
class RoundTimes {
 public:
  /// `reference` is Grading::reference.
  RoundTimes(const LedgerReader& ledger, const std::vector<TimedRound>& rounds,
             const std::map<std::string, std::string>& reference);

  /// The times of the point with that kernel and identity. A side has none in a round where the point did not end ok.
  TimedPoint times_of(const std::string& kernel, const std::string& identity) const;

 private:
  using LaunchesByIdentity = std::map<std::string, TimedLaunches>;
  struct Round {
    LaunchesByIdentity submission, reference;
  };
  static LaunchesByIdentity launches_of(const LedgerReader& ledger, const std::string& run_uuid);

  std::vector<Round> rounds_;
  std::map<std::string, std::string> reference_;
};

}  // namespace warpledger
