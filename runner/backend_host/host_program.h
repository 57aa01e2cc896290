#pragma once

#include <string>

#include "backend_host/launch_model.h"
#include "exec/backend.h"

namespace warpledger {

/// A compiled program whose kernels run on this machine: in this process (local_program.h) or in a separate, sandboxed
/// one (isolated_program.h).
class HostProgram : public Module {
 public:
  /// Prepares for launches of `work` by filling its constants. Throws PointFailure{compile_failed} for an unknown one.
  virtual void set_up(const Work& work) const = 0;

  /// Runs one launch; `words` describe it in messages. Throws PointFailure: launch_failed, or invalid_point if it
  /// exceeds a limit of the profile's GPU.
  virtual void run(const BoundLaunch& launch, const std::string& words) const = 0;

  /// Models launch `number` of `work`; the previous ones must have run. Throws PointFailure and Error with the reason
  /// if that is impossible.
  virtual LaunchModel model(const Work& work, std::size_t number) const = 0;
};

}  // namespace warpledger
