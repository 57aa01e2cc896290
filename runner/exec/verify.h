#pragma once

#include <cstddef>
#include <vector>

#include "exec/measure_point.h"
#include "exec/prepare.h"
#include "exec/reference.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Checks what a prepared point writes. Throws PointEnd{incorrect} at the first thing that is wrong: an output element,
/// a guard zone, an input.
class Verification {
 public:
  Verification(const Job& job, Prepared& prepared, const Expected& expected, PointContext& context);

  /// Poisons, launches once and checks; appends one Check for each checked buffer.
  void run_and_check(std::vector<Check>& checks);

  /// Overwrites the outputs so that what is found later was written later.
  void poison();

  /// Checks guards, inputs and outputs after launches that others made.
  void check_again();

 private:
  void check_output_again(std::size_t index);
  void check_guards();
  void check_inputs();

  const Job& job_;
  Prepared& prepared_;
  const Expected& expected_;
  PointContext& context_;
};

}  // namespace warpledger
