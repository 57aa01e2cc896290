#include "backend_host/traced_modules.h"

#include <utility>

#include "backend_host/traced_build.h"
#include "base/text.h"
#include "model/digest.h"

namespace warpledger {

CompileTarget compile_target(const Profile& profile) {
  return {.cuda_arch = 10 * profile.arch(),
          .max_dynamic_shared_bytes = static_cast<std::uint64_t>(profile.fact("shared_per_block_optin_bytes"))};
}

TracedModules::TracedModules(const Profile& profile, std::string cache_dir)
    : target_(compile_target(profile)), cache_dir_(std::move(cache_dir)) {}

const HostModule& TracedModules::twin_of(const HostModule& plain) {
  const GpuCode& code = plain.gpu_code();
  const std::string key = digest_of(code.program()) + join(code.functions(), "\n");
  std::unique_ptr<HostModule>& twin = twins_[key];
  if (!twin) {
    if (!compiler_) compiler_ = find_host_compiler();
    twin = std::make_unique<HostModule>(
        compile_traced(*compiler_, target_, code.program(), code.functions(), cache_dir_), code, std::nullopt);
  }
  return *twin;
}

}  // namespace warpledger
