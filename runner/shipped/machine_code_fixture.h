#pragma once

#include <memory>
#include <string>

#include "sass/cubin_reader.h"
#include "sass/instruction_count.h"
#include "sass/sequence_walk.h"

namespace warpledger {

/// A kernel of a shipped family as the toolkit compiles it, with counts of its warps' instructions.
class ShippedKernel {
 public:
  /// The kernel `function` ("norm_base<4>") of kernels/`family`/`source` on compute capability `arch` (89).
  ShippedKernel(const std::string& family, const std::string& source, const std::string& function, int arch);

  const KernelCode& code() const { return code_; }

  /// A sequence to be filled and then counted.
  AccessSequence sequence() { return AccessSequence(*table_); }

  /// Instructions of a warp that did `sequence`; complains to the test where there is no number.
  double count(const AccessSequence& sequence);

 private:
  KernelCode code_;
  std::unique_ptr<SequenceTable> table_ = std::make_unique<SequenceTable>();
  std::unique_ptr<InstructionCounter> counter_;
};

}  // namespace warpledger
