#include "backend_host/gpu_code.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "exec/backend.h"

namespace warpledger {
namespace {

// For compute capability 3.0 and later: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr Extent kMaxGrid = {2147483647, 65535, 65535};
constexpr Extent kMaxBlock = {1024, 1024, 64};

void check(const BoundLaunch& launch, const std::string& what, std::uint64_t asked, std::uint64_t limit) {
  if (asked <= limit) return;
  throw PointFailure(Outcome::invalid_point,
                     fmt::format("{}: {} {} exceed the device limit of {}", launch.function, asked, what, limit));
}

void check_extent(const BoundLaunch& launch, const char* name, const char* unit, const Extent& asked,
                  const Extent& limit) {
  if (asked.x == 0 || asked.y == 0 || asked.z == 0)
    throw PointFailure(Outcome::invalid_point, fmt::format("{}: the {} is empty: {} x {} x {}", launch.function, name,
                                                           asked.x, asked.y, asked.z));
  check(launch, fmt::format("{} dimension x", unit), asked.x, limit.x);
  check(launch, fmt::format("{} dimension y", unit), asked.y, limit.y);
  check(launch, fmt::format("{} dimension z", unit), asked.z, limit.z);
}

std::string describe(shim::ParameterKind kind, std::size_t bytes) {
  const char* const article = bytes == 8 ? "an" : "a";
  switch (kind) {
    case shim::ParameterKind::pointer:
      return "a pointer";
    case shim::ParameterKind::integer:
      return fmt::format("{} {}-byte integer", article, bytes);
    case shim::ParameterKind::floating:
      return fmt::format("{} {}-byte floating-point number", article, bytes);
    case shim::ParameterKind::other:
      break;
  }
  return fmt::format("{} {}-byte value of a class", article, bytes);
}

shim::Parameter parameter_for(const BoundArgument& argument) {
  if (std::holds_alternative<DevicePointer>(argument)) return {shim::ParameterKind::pointer, sizeof(void*)};
  if (const auto* value = std::get_if<BoundStruct>(&argument))
    return {shim::ParameterKind::other, static_cast<unsigned>(value->bytes.size())};
  const ElementTypeFacts& type = facts_of(std::get<Scalar>(argument).type);
  const auto bytes = static_cast<unsigned>(type.bytes);
  if (is_class(std::get<Scalar>(argument).type)) return {shim::ParameterKind::other, bytes};
  return {type.floating ? shim::ParameterKind::floating : shim::ParameterKind::integer, bytes};
}

}  // namespace

GpuCode::GpuCode(CubinCompiler compile, Program program, std::vector<std::string> functions, int arch)
    : compile_(std::move(compile)), program_(std::move(program)), functions_(std::move(functions)), arch_(arch) {}

const KernelCode& GpuCode::kernel(const std::string& function) const {
  if (!compiled_) compiled_ = compiled();
  const auto found = compiled_->kernels.find(function);
  if (found == compiled_->kernels.end())
    throw Error("host backend: no GPU code: " + compiled_->problem,
                "`warpledger doctor` says what works on this machine");
  return found->second;
}

Cubin GpuCode::cubin() const {
  if (!compile_) throw Error("no compiler for it is available", "install the CUDA toolkit");
  return compile_(program_, functions_, arch_);
}

GpuCode::Compiled GpuCode::compiled() const {
  Compiled compiled{{}, "the program was not compiled for this function"};
  try {
    const Cubin all = cubin();
    const CubinCode code = read_cubin(all.image);
    for (const auto& [function, lowered] : all.functions)
      if (const auto kernel = code.kernels.find(lowered); kernel != code.kernels.end())
        compiled.kernels[function] = kernel->second;
  } catch (const Error& error) {
    compiled.problem = error.problem();
  } catch (const PointFailure& end) {
    compiled.problem = fmt::format("{}{}: {}", kRefusedForGpu, arch_, end.what());
  }
  return compiled;
}

void refuse_tensor_maps(const BoundLaunch& launch) {
  for (const BoundArgument& argument : launch.arguments)
    if (std::holds_alternative<BoundTensorMap>(argument))
      throw PointFailure(Outcome::invalid_point,
                         fmt::format("{}: the host has no copy engine: it has no tensor maps", launch.function));
}

void check_limits(const BoundLaunch& launch, std::uint64_t static_shared_bytes, const Profile& profile) {
  const auto limit = [&profile](const char* fact) { return static_cast<std::uint64_t>(profile.fact(fact)); };
  if (launch.attributes.cooperative || launch.attributes.has_cluster())
    throw PointFailure(Outcome::invalid_point,
                       fmt::format("{}: the host runs one block after another: it has no {}", launch.function,
                                   launch.attributes.cooperative ? "cooperative launches" : "thread block clusters"));
  refuse_tensor_maps(launch);
  check_extent(launch, "grid", "blocks in grid", launch.grid, kMaxGrid);
  check_extent(launch, "block", "threads in block", launch.block, kMaxBlock);
  check(launch, "threads per block", launch.block.volume(), limit("max_threads_per_block"));
  check(launch, "bytes of static shared memory", static_shared_bytes, limit("shared_per_block_bytes"));
  check(launch, "bytes of shared memory per block", static_shared_bytes + launch.shared_bytes,
        limit("shared_per_block_optin_bytes"));
}

void check_arguments(const BoundLaunch& launch, const shim::Kernel& kernel) {
  if (launch.arguments.size() != kernel.parameter_count)
    throw PointFailure(
        Outcome::compile_failed,
        fmt::format("{} takes {} argument{}, the family passes {}", launch.function, kernel.parameter_count,
                    kernel.parameter_count == 1 ? "" : "s", launch.arguments.size()));
  for (unsigned i = 0; i < kernel.parameter_count; ++i) {
    const shim::Parameter taken = kernel.parameters[i];
    const shim::Parameter given = parameter_for(launch.arguments[i]);
    if (taken.kind != given.kind || taken.bytes != given.bytes)
      throw PointFailure(Outcome::compile_failed,
                         fmt::format("{} takes {} as argument {}, the family passes {}", launch.function,
                                     describe(taken.kind, taken.bytes), i + 1, describe(given.kind, given.bytes)));
  }
}

}  // namespace warpledger
