#pragma once

#include <vector>

#include "exec/measure_point.h"
#include "exec/prepare.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// A point at the places in device memory where it is timed.
///
/// Which physical pages a buffer gets decides how far its lines are from the multiprocessors that use them, and the
/// next process gets others. A launch whose buffers fit the L2 cache is therefore timed at several places in turn, so
/// that the median is over places and comes out alike in the next run (benchmarks/repeat.md).
class Places {
 public:
  /// Takes over the point at its first place and prepares the others, if it is to be timed.
  Places(const Job& job, Prepared first, PointContext& context);

  /// Samples, spread over the places; each call goes on where the last one ended.
  std::vector<Sample> take(int samples);

  std::vector<Prepared>& all() { return places_; }

 private:
  const Job& job_;
  Backend& backend_;
  std::vector<Prepared> places_;
  std::size_t next_ = 0;
};

}  // namespace warpledger
