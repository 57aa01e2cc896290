#include "backend_cuda/library_module.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <utility>

#include "backend_cuda/cuda_device.h"
#include "backend_cuda/launch_arguments.h"

namespace warpledger {
namespace {

template <class Function>
Function* entry(void* library, const char* name, std::size_t number) {
  return reinterpret_cast<Function*>(dlsym(library, fmt::format("warpledger_{}_{}", name, number).c_str()));
}

}  // namespace

LibraryModule::LibraryModule(const std::filesystem::path& library, std::span<const std::string> functions,
                             std::string source)
    : source_(std::move(source)) {
  void* opened = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr)
    throw PointFailure(Outcome::compile_failed, fmt::format("{} cannot be loaded: {}", source_, dlerror()));
  for (std::size_t i = 0; i < functions.size(); ++i) {
    Function& function = functions_[functions[i]];
    function.call = entry<const char*(cudaStream_t, void**)>(opened, "call", i);
    const auto parameters = entry<std::size_t(std::size_t*, std::size_t)>(opened, "parameters", i);
    if (function.call == nullptr || parameters == nullptr)
      throw PointFailure(Outcome::compile_failed, fmt::format("{} lacks the function {}", source_, functions[i]));
    function.parameter_bytes.resize(parameters(nullptr, 0));
    parameters(function.parameter_bytes.data(), function.parameter_bytes.size());
  }
}

std::vector<Metric> LibraryModule::attributes(const std::string& /*function*/, std::uint64_t /*threads*/,
                                              std::uint32_t /*shared_bytes*/) const {
  constexpr std::pair<const char*, const char*> kAttributes[] = {
      {"registers", "register"}, {"static_shared_bytes", "byte"}, {"local_bytes", "byte"},
      {"machine_code_id", "1"},  {"machine_code_bytes", "byte"},  {"blocks_per_sm", "block"}};
  std::vector<Metric> metrics;
  for (const auto& [name, unit] : kAttributes)
    metrics.push_back({name, std::nullopt, unit, "attribute", "a library program chooses its kernels itself"});
  return metrics;
}

void LibraryModule::enqueue(const BoundLaunch& launch, cudaStream_t stream) const {
  const Function& function = functions_.at(launch.function);
  check_arguments(launch, function.parameter_bytes);
  LaunchArguments arguments(launch);
  const char* problem = function.call(stream, arguments.data());
  if (problem == nullptr) return;
  throw PointFailure(Outcome::launch_failed, fmt::format("{} says: {}", launch.function, problem));
}

}  // namespace warpledger
