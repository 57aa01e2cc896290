#pragma once

#include <cstdint>
#include <map>

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

  /// What this thread launches while it lives belongs to `number`. Does nothing without a trace.
  class Mark {
   public:
    Mark(ActivityTrace* trace, std::uint64_t number);
    ~Mark();
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

   private:
    bool marked_;
  };

  /// By number, the time from the beginning of its first kernel to the end of its last, [ns]. The device must be idle.
  /// Throws CuptiFailure. Empty when CUPTI lost records.
  std::map<std::uint64_t, double> spans_ns();
};

class EventTimer;

/// Backend::time_by(OtherClock::activity, ...): the median over samples that `timer` takes as it takes all.
ClockReading time_by_activity(EventTimer& timer, const Work& work, Cache cache);

}  // namespace warpledger
