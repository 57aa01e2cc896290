#pragma once

#include <string>

#include "backend_host/launch_model.h"
#include "exec/backend.h"

namespace warpledger {

/// A compiled program whose kernels can be run on this machine: in this process (local_program.h), or in one of their
/// own that has their buffers and nothing else (isolated_program.h).
class HostProgram : public Module {
 public:
  /// Launches from now on are of `work`: fills the constants that are this program's. Throws
  /// PointFailure{compile_failed} for one that the program does not have.
  virtual void set_up(const Work& work) const = 0;

  /// Runs one launch; `words` tell a person which. Throws PointFailure{launch_failed}, and {invalid_point} when it
  /// breaks a limit of the profile's GPU.
  virtual void run(const BoundLaunch& launch, const std::string& words) const = 0;

  /// What the memory model says of launch number `number` of `work`, which the others before it have run for. Throws
  /// PointFailure and Error, which say why there is no model.
  virtual LaunchModel model(const Work& work, std::size_t number) const = 0;
};

}  // namespace warpledger
