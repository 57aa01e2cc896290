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

/// Throws PointFailure{incorrect} when a guard zone of `buffer`, which holds elements as `spec` says, was written.
void refuse_written_guards(const BufferSpec& spec, const GuardedBuffer& buffer);

/// Throws PointFailure{incorrect} when `buffer` does not hold its first content any more.
void refuse_changed_input(const BufferSpec& spec, const FirstContent& content, const GuardedBuffer& buffer);

/// Checks what a prepared point writes. Throws PointFailure{incorrect} at the first thing that is wrong: an output
/// element, a guard zone, an input.
class Verification {
 public:
  Verification(const Job& job, Prepared& prepared, PointContext& context);

  /// Poisons and launches once. Returns how long the launch took, in seconds; on a GPU, how long it took to begin.
  double launch();

  /// Checks what launch() left; appends one Check for each checked buffer.
  void check(const Expected& expected, std::vector<Check>& checks);

  /// Overwrites the outputs so that what is found later was written later.
  void poison();

  /// Checks guards, inputs and outputs after launches that others made. The reason of what fails begins with `when` and
  /// a colon.
  void check_again(const Expected& expected, std::string_view when);

  void check_guards();

 private:
  /// What the device tells of the buffers at one moment.
  struct Seen {
    std::uint64_t written_bytes = 0;          ///< of guard zones
    std::vector<std::uint64_t> fingerprints;  ///< by buffer of the job; of scratch 0
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

/// When check_again() looks after the timed launches.
inline constexpr std::string_view kAfterTiming = "correct at first, wrong after the timed launches";

}  // namespace warpledger
