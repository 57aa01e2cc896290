#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "exec/measure_point.h"
#include "exec/reference.h"
#include "exec/workspace.h"
#include "model/job.h"

namespace warpledger {

// Proof that timed and counted launches of untrusted code did their work.
//
// A kernel can skip the work if it finds correct outputs in place, remembers results for the same inputs, or knows
// which launches are checked. Such kernels got full marks at 0.3 of the reference's time. So renewals (some µs each)
// precede each timed or counted launch: outputs and scratch buffers get random content, and inputs with a random fill
// get new numbers, generated on the device from two secrets. Buffers passed to a prepare launch are renewed before it,
// all others after it, so prepare cannot work ahead, and its results serve only one sample.
//
// Samples are taken in calls of a random size, 1 to 2n-1. After each call, or one in four if the reference takes longer
// than three calls, the audit compares inputs with their random streams, and outputs with the reference within twice
// their tolerance, checks guard zones and wipes the answer, with one wait for the device. A launch cannot know whether
// it is the last of its call. Code that skips half of its samples is found with a probability of about one half at each
// of a point's 4 to 50 calls; if it skips fewer, the median is honest. Each counted pass is audited.
//
// The reference that a submission is compared with is timed with renewals (Job::renewed) but no audits: the cache state
// is the same.

class Audit {
 public:
  /// `modules` caches the reference's module.
  Audit(const Job& job, Backend& backend, Workspace& modules)
      : job_(job), backend_(backend), reference_(job, backend, modules) {}

  /// Checks the state after `execution`, the last one of a call. Throws PointFailure{incorrect}; the reason starts with
  /// `when` and a colon.
  void check(const Prepared& prepared, std::uint64_t execution, std::string_view when);

 private:
  /// Index in work.renewals.
  static std::optional<std::size_t> renewal_of(const Prepared& prepared, std::size_t buffer);
  void renew_inouts(const Prepared& prepared, std::uint64_t execution) const;
  Question question_about(std::size_t i, const Prepared& prepared, std::uint64_t execution) const;
  void refuse_changed(std::size_t i, const Prepared& prepared, std::uint64_t answer) const;
  void refuse_wrong(std::size_t i, const Prepared& prepared, std::uint64_t answer, std::string_view when) const;

  const Job& job_;
  Backend& backend_;
  BoundReference reference_;
};

}  // namespace warpledger
