#pragma once

#include <string>
#include <vector>

#include "exec/backend.h"

namespace warpledger {

/// Hardware timestamps of kernels from CUPTI's activity records: no event or launch overhead. One trace per process at
/// a time.
class ActivityTrace {
 public:
  /// Starts recording all kernels of the process. Throws CuptiFailure, or Error without CUPTI.
  ActivityTrace();
  ~ActivityTrace();
  ActivityTrace(const ActivityTrace&) = delete;
  ActivityTrace& operator=(const ActivityTrace&) = delete;

  /// Returns the times spanned by the kernels between each pair of kernels named `mark`, [ns]. All must be of one
  /// stream and finished. Empty if CUPTI lost records. Throws CuptiFailure.
  std::vector<double> spans_between_ns(const std::string& mark);
};

class EventTimer;

/// Backend::time_by(OtherClock::activity, ...) with samples of `timer`.
ClockReading time_by_activity(EventTimer& timer, const Work& work, Cache cache);

}  // namespace warpledger
