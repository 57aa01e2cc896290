#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "backend_host/compiler.h"
#include "backend_host/host_module.h"
#include "backend_host/profile.h"

namespace warpledger {

/// Programs compiled once more, so that BlockTracer can follow them.
class TracedModules {
 public:
  /// For the GPU of `profile`; compiled programs are kept in `cache_dir`.
  TracedModules(const Profile& profile, std::string cache_dir);

  /// The traced twin of `plain`: the same program, with variables of its own. Throws Error when there is no compiler
  /// that can, and PointEnd{compile_failed}.
  const HostModule& twin_of(const HostModule& plain);

 private:
  CompileTarget target_;
  std::string cache_dir_;
  std::optional<HostCompiler> compiler_;
  std::map<std::string, std::unique_ptr<HostModule>> twins_;  ///< by what they were compiled from
};

/// What programs for the GPU of `profile` are compiled for.
CompileTarget compile_target(const Profile& profile);

}  // namespace warpledger
