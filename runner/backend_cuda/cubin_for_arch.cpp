#include "backend_cuda/cubin_for_arch.h"

#include "backend_cuda/cubin_cache.h"
#include "backend_cuda/nvrtc.h"

namespace warpledger {

Cubin cubin_for_arch(const Program& program, std::span<const std::string> functions, int arch,
                     const std::string& cache_dir) {
  return cached_cubin(CubinCache(cache_dir), program, functions, nvrtc_options(arch));
}

}  // namespace warpledger
