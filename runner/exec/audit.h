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
// A kernel that finds its outputs right already, that remembers what it computed from the same inputs, or that knows
// which of its launches are looked at, can leave the work out where it is timed: such kernels got full marks at 0.3 of
// the reference's time. So before each timed or counted launch every output and scratch buffer gets random content, and
// every input that the family fills at random gets other random numbers, made on the device of two secrets (Renewal,
// some µs each). What a prepare launch is given is renewed before it and all else after it: what it was
// not given cannot be computed there, and nothing that it computed serves two samples.
//
// Samples are taken in calls of 1 to 2n-1, a number drawn for each. After each call, or one in four where the reference
// takes longer than three calls, the inputs are compared with what they were made of, the reference computes the answer
// on the device, the outputs are compared there, within twice their tolerance, guard zones are looked at, and the
// answer is wiped: all with one wait for the device. A launch cannot know whether it is the last of its call: one that
// leaves work out in half of its samples is found with a probability of about a half at each of a point's 4 to 50
// calls, and the median is that of honest samples otherwise. The same holds for the passes of a counting session, each
// of which is audited.
//
// The reference that a submission is compared with is timed with the same renewals (Job::renewed), without audits: what
// they leave in the caches is the same for both.

/// Audits the launches of one job.
class Audit {
 public:
  /// All must outlive it; the reference's module is kept in `modules`.
  Audit(const Job& job, Backend& backend, Workspace& modules)
      : job_(job), backend_(backend), reference_(job, backend, modules) {}

  /// Checks what that execution, the last one of a call, left in `prepared`. Throws PointFailure{incorrect}; the reason
  /// of what fails begins with `when` and a colon.
  void check(const Prepared& prepared, std::uint64_t execution, std::string_view when);

 private:
  /// Which of work.renewals renews a buffer of the job, if one does.
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
