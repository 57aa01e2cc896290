#include "backend_host/gpu_code.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "exec/backend.h"

namespace warpledger {

GpuCode::GpuCode(CubinCompiler compile, Program program, std::vector<std::string> functions, int arch)
    : compile_(std::move(compile)), program_(std::move(program)), functions_(std::move(functions)), arch_(arch) {}

const KernelCode& GpuCode::kernel(const std::string& function) const {
  if (!compiled_) compiled_ = compiled();
  const auto found = compiled_->kernels.find(function);
  if (found == compiled_->kernels.end())
    throw Error("host backend: no GPU code: " + compiled_->problem, "see what is there: warpledger doctor");
  return found->second;
}

GpuCode::Compiled GpuCode::compiled() const {
  if (!compile_) return {{}, "there is no compiler for it"};
  Compiled compiled{{}, "the program was not compiled for this function"};
  try {
    const Cubin cubin = compile_(program_, functions_, arch_);
    const CubinCode code = read_cubin(cubin.image);
    for (const auto& [function, lowered] : cubin.functions)
      if (const auto kernel = code.kernels.find(lowered); kernel != code.kernels.end())
        compiled.kernels[function] = kernel->second;
  } catch (const Error& error) {
    compiled.problem = error.problem();
  } catch (const PointEnd& end) {
    compiled.problem = fmt::format("the program does not compile for sm_{}: {}", arch_, end.what());
  }
  return compiled;
}

}  // namespace warpledger
