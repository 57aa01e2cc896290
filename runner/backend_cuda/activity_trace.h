#pragma once

#include <string>
#include <vector>

#include "exec/backend.h"

namespace warpledger {

/// The hardware's stamps at the beginning and end of kernels, as CUPTI's activity records have them: no event, no
/// launch and no gap before the first kernel is in them. CUPTI knows one trace at a time per process.
class ActivityTrace {
 public:
  /// Begins to record all kernels of the process. Throws CuptiFailure, or Error without CUPTI.
  ActivityTrace();
  ~ActivityTrace();
  ActivityTrace(const ActivityTrace&) = delete;
  ActivityTrace& operator=(const ActivityTrace&) = delete;

  /// Of each pair of kernels named `mark`, in the order of time: from the beginning of the first kernel between them to
  /// the end of the last, [ns]. Kernels are taken for those of one stream, which the device has finished. Throws
  /// CuptiFailure. Empty when CUPTI lost records.
  std::vector<double> spans_between_ns(const std::string& mark);
};

class EventTimer;

/// Backend::time_by(OtherClock::activity, ...): the median over samples that `timer` takes as it takes all.
ClockReading time_by_activity(EventTimer& timer, const Work& work, Cache cache);

}  // namespace warpledger
