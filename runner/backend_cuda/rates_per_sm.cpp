#include "backend_cuda/rates_per_sm.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {

std::map<std::string, std::int64_t> rates_per_sm(const std::string& capability, std::span<const std::string> roots) {
  for (const std::string& root : roots) {
    const std::filesystem::path path = std::filesystem::path(root) / "devices" / "compute_capability.json";
    if (!std::filesystem::exists(path)) continue;
    std::map<std::string, std::int64_t> rates;
    try {
      const auto all = nlohmann::json::parse(read_file(path.string())).at("rates");
      if (const auto row = all.find(capability); row != all.end())
        for (const char* fact : {"fp32_per_sm", "fp64_per_sm"}) rates[fact] = row->at(fact).get<std::int64_t>();
    } catch (const nlohmann::json::exception& problem) {
      throw Error({path.string()}, problem.what(), "bring back the file as it was installed");
    }
    return rates;
  }
  return {};
}

}  // namespace warpledger
