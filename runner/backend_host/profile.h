#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "l1_model/model_parameters.h"

namespace warpledger {

/// A GPU that the host backend represents, from devices/<id>.json.
struct Profile {
  std::string id;    ///< "rtx4090"
  int number = 1;    ///< index of the host among such devices, from 1
  std::string name;  ///< "NVIDIA GeForce RTX 4090"
  std::string chip;  ///< CUPTI's name
  std::string about;
  std::string digest;                           ///< SHA-256 of the file
  std::map<std::string, std::int64_t> facts;    ///< named as in Device::facts
  std::optional<ModelParameters> memory_model;  ///< absent if the profile has no such section

  /// The fact must be one that load_profile() requires.
  std::int64_t fact(const std::string& fact_name) const { return facts.at(fact_name); }

  /// The compute capability without its dot: 89.
  int arch() const { return static_cast<int>(10 * fact("cc_major") + fact("cc_minor")); }
};

/// Reads devices/<name>.json from the first of `roots` that has it. Throws Error for unknown profiles, keys or facts,
/// facts without a positive number or a source, and missing facts; see also read_memory_model().
Profile load_profile(const std::vector<std::string>& roots, const std::string& name);

/// Returns the GPU's block limits per SM; absent if the profile is incomplete.
std::optional<SmLimits> sm_limits(const Profile& profile);

std::vector<std::string> profile_names(const std::vector<std::string>& roots);

/// Reads the section "memory_model" of the file `path`. Throws Error for unknown, missing or invalid keys and missing
/// sources.
ModelParameters read_memory_model(const nlohmann::json& section, const std::string& path);

}  // namespace warpledger
