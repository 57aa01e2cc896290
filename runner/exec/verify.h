#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "exec/check.h"
#include "exec/measure_point.h"
#include "exec/reference.h"
#include "exec/workspace.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Throws PointFailure{incorrect} if a guard zone was written. `spec` describes the elements.
void refuse_written_guards(const BufferSpec& spec, const GuardedBuffer& buffer);

/// Throws PointFailure{incorrect} if `buffer` has changed.
void refuse_changed_input(const BufferSpec& spec, const FirstContent& content, const GuardedBuffer& buffer);

/// Checks what a prepared point writes. Throws PointFailure{incorrect} at the first fault.
class Verification {
 public:
  Verification(const Job& job, Prepared& prepared, PointContext& context);

  /// Poisons outputs and launches once. Returns the time in seconds; for trusted code on a GPU, only the time to start
  /// the launch.
  double launch();

  /// Checks what launch() left; appends one Check per compared buffer.
  void check(const Expected& expected, std::vector<Check>& checks);

  /// Poisons outputs and scratch buffers, so that later content must be new.
  void poison();

  /// Checks guards, inputs and outputs after other launches. The reason starts with `when` and a colon.
  void check_again(const Expected& expected, std::string_view when);

  void check_guards();

 private:
  struct Seen {
    std::uint64_t written_bytes = 0;          ///< in guard zones
    std::vector<std::uint64_t> fingerprints;  ///< by buffer of the job; 0 for scratch
  };

  Seen look() const;
  void refuse_written(const Seen& seen) const;
  void refuse_changed(const Seen& seen) const;
  CheckResult check_output(std::size_t index, const Expected& expected, const Seen& seen);
  CheckResult compare(std::size_t index, const Expected& expected);

  const Job& job_;
  Prepared& prepared_;
  PointContext& context_;
};

/// `when` of check_again() after the timed launches.
inline constexpr std::string_view kAfterTiming = "correct at first, wrong after the timed launches";

}  // namespace warpledger
