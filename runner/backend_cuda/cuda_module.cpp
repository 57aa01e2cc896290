#include "backend_cuda/cuda_module.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "backend_cuda/cuda_check.h"
#include "base/error.h"
#include "model/digest.h"
#include "sass/cubin_reader.h"

namespace warpledger {
namespace {

Metric attribute(const char* name, const char* unit, double value) { return {name, value, unit, "attribute", ""}; }

// The runtime returns a parameter's size by index, and an error for the first index past the last.
std::vector<std::size_t> parameter_bytes(const void* symbol) {
  std::vector<std::size_t> bytes;
  std::size_t offset = 0;
  std::size_t size = 0;
  while (cudaFuncGetParamInfo(symbol, bytes.size(), &offset, &size) == cudaSuccess) bytes.push_back(size);
  cudaGetLastError();
  return bytes;
}

/// Throws PointFailure if the program caused the loading error: undefined symbols or too much static memory.
void check_loaded(cudaError_t result, const std::string& doing) {
  if (result == cudaSuccess || is_kernel_fault(result)) return check_cuda(result, doing);
  cudaGetLastError();
  if (result == cudaErrorMemoryAllocation)
    throw PointFailure(Outcome::invalid_point,
                       fmt::format("while {}: {}; static memory must fit the device", doing, name_and_text(result)));
  if (result == cudaErrorSymbolNotFound)
    throw PointFailure(Outcome::compile_failed, fmt::format("while {}: {}; a function is declared and not defined",
                                                            doing, name_and_text(result)));
  throw PointFailure(Outcome::compile_failed, fmt::format("while {}: {}", doing, name_and_text(result)));
}

/// Doubles represent integers of 53 bits exactly.
constexpr int kBits = 52;

Metric attribute(const char* name, const char* unit, std::optional<double> value, std::string reason) {
  return {name, value, unit, "attribute", std::move(reason)};
}

}  // namespace

cudaError_t allow_shared(const CudaFunction& function, std::uint32_t shared_bytes) {
  constexpr std::uint32_t kAlwaysAllowedBytes = 48 << 10;
  if (shared_bytes + function.needs.static_shared_bytes <= kAlwaysAllowedBytes) return cudaSuccess;
  return cudaFuncSetAttribute(function.symbol(), cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(shared_bytes));
}

CudaModule::CudaModule(const Cubin& cubin, std::string source) : source_(std::move(source)) {
  cudaLibrary_t library = nullptr;
  check_loaded(cudaLibraryLoadData(&library, cubin.image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
               "loading " + source_);
  library_.reset(library);
  const std::map<std::string, std::vector<Metric>> code = machine_code(cubin);
  for (const auto& [name, lowered] : cubin.functions) {
    functions_[name] = load(lowered);
    functions_[name].code = code.at(lowered);
  }
}

void CudaModule::Unload::operator()(cudaLibrary_t library) const { cudaLibraryUnload(library); }

CudaFunction CudaModule::load(const std::string& lowered) const {
  CudaFunction function;
  check_loaded(cudaLibraryGetKernel(&function.kernel, library_.get(), lowered.c_str()), "looking up " + lowered);
  cudaFuncAttributes facts{};
  check_loaded(cudaFuncGetAttributes(&facts, function.symbol()), "reading the attributes of " + lowered);
  function.needs = {facts.numRegs, facts.sharedSizeBytes, facts.localSizeBytes,
                    static_cast<std::uint64_t>(facts.maxThreadsPerBlock), parameter_bytes(function.symbol())};
  return function;
}

const CudaFunction& CudaModule::function(const std::string& name) const {
  const auto found = functions_.find(name);
  if (found == functions_.end())
    throw PointFailure(Outcome::compile_failed, fmt::format("{} was not compiled with a function '{}'", source_, name));
  return found->second;
}

std::span<std::byte> CudaModule::variable(const std::string& name) const {
  void* address = nullptr;
  std::size_t bytes = 0;
  const cudaError_t result = cudaLibraryGetGlobal(&address, &bytes, library_.get(), name.c_str());
  if (result == cudaErrorSymbolNotFound) {
    cudaGetLastError();
    throw PointFailure(Outcome::compile_failed, fmt::format("{} declares no __constant__ '{}'", source_, name));
  }
  check_cuda(result, "looking up the constant " + name);
  return {static_cast<std::byte*>(address), bytes};
}

std::vector<Metric> CudaModule::attributes(const std::string& function_name, std::uint64_t threads,
                                           std::uint32_t shared_bytes) const {
  const CudaFunction& function = this->function(function_name);
  const FunctionNeeds& needs = function.needs;
  std::vector<Metric> metrics = {
      attribute("registers", "register", needs.registers),
      attribute("static_shared_bytes", "byte", static_cast<double>(needs.static_shared_bytes)),
      attribute("local_bytes", "byte", static_cast<double>(needs.local_bytes)),
  };
  metrics.insert(metrics.end(), function.code.begin(), function.code.end());
  int blocks = 0;
  if (threads <= needs.max_threads_per_block && allow_shared(function, shared_bytes) == cudaSuccess)
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function.symbol(), static_cast<int>(threads),
                                                             shared_bytes),
               "querying the occupancy of " + function_name);
  cudaGetLastError();
  if (blocks > 0)
    metrics.push_back(attribute("blocks_per_sm", "block", blocks));
  else
    metrics.push_back(
        {"blocks_per_sm", std::nullopt, "block", "attribute",
         fmt::format("no block of {} threads with {} B of dynamic shared memory fits an SM", threads, shared_bytes)});
  return metrics;
}

std::map<std::string, std::vector<Metric>> machine_code(const Cubin& cubin) {
  const auto metrics = [](std::optional<double> id, std::optional<double> bytes, const std::string& reason) {
    return std::vector<Metric>{attribute("machine_code_id", "1", id, reason),
                               attribute("machine_code_bytes", "byte", bytes, reason)};
  };
  std::map<std::string, std::vector<Metric>> of_functions;
  try {
    for (const auto& [name, kernel] : read_cubin(cubin.image).kernels) {
      const std::vector<std::string_view> code = {kernel.code};
      of_functions[name] =
          metrics(static_cast<double>(digest64(code) >> (64 - kBits)), static_cast<double>(kernel.code.size()), "");
    }
  } catch (const Error& error) {
    for (const auto& [expression, name] : cubin.functions)
      of_functions[name] = metrics(std::nullopt, std::nullopt, error.problem());
  }
  return of_functions;
}

}  // namespace warpledger
