#include "backend_cuda/machine_code.h"

#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/digest.h"
#include "sass/cubin_reader.h"

namespace warpledger {
namespace {

/// A double holds so many bits of a whole number, and one to spare.
constexpr int kBits = 52;

Metric attribute(const char* name, const char* unit, std::optional<double> value, std::string reason) {
  return {name, value, unit, "attribute", std::move(reason)};
}

}  // namespace

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
