#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "grading/read_evidence.h"
#include "store/reader.h"

namespace warpledger {

/// One grading of one submission.
struct GradedAttempt {
  std::string uuid;
  bool whole = false;  ///< nothing of it was cut off
  GradedRuns runs;
};

/// A device that a session's runs were on.
struct SessionDevice {
  std::string uuid;
  std::string name;
  bool operator==(const SessionDevice&) const = default;
};

/// A grading of a class as the ledger has it.
struct GradingSession {
  std::string uuid;
  std::string newest_utc;              ///< of its newest run
  std::vector<SessionDevice> devices;  ///< each once, in the order of their use
  std::vector<std::uint64_t> seeds;    ///< secret ones
  /// By submission: the newest attempt that is whole, else the newest.
  std::map<std::string, GradedAttempt> submissions;
};

/// Reads a session of `experiment`: "latest", or how its UUID begins. Forgotten runs are left out. Throws Error when
/// there is none such, or several begin like that.
GradingSession read_grading_session(const LedgerReader& ledger, const std::string& experiment,
                                    const std::string& session);

}  // namespace warpledger
