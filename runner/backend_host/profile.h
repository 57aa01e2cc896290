#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "l1_model/model_parameters.h"

namespace warpledger {

/// A GPU that the host backend stands in for, from devices/<id>.json.
struct Profile {
  std::string id;                               ///< "rtx4090"
  int number = 1;                               ///< which of several such devices the host is, from 1
  std::string name;                             ///< "NVIDIA GeForce RTX 4090"
  std::string chip;                             ///< CUPTI's chip name
  std::string about;                            ///< one line
  std::string digest;                           ///< SHA-256 of the file
  std::map<std::string, std::int64_t> facts;    ///< the names are those of Device::facts
  std::optional<ModelParameters> memory_model;  ///< none: the profile does not say enough to model counters

  /// The fact of that name; one that every profile has, see load_profile().
  std::int64_t fact(const std::string& fact_name) const { return facts.at(fact_name); }

  /// The compute capability without its dot: 89.
  int arch() const { return static_cast<int>(10 * fact("cc_major") + fact("cc_minor")); }
};

/// Reads devices/<name>.json from the first of `roots` that has it. Throws Error: no such profile (with the known
/// names), unknown keys or facts, a fact without a positive number or a source, or a fact that the backend needs is
/// missing; see also read_memory_model().
Profile load_profile(const std::vector<std::string>& roots, const std::string& name);

/// What the GPU's SMs give to blocks; absent where the profile does not say all of it.
std::optional<SmLimits> sm_limits(const Profile& profile);

/// The names of all profiles in `roots`, sorted.
std::vector<std::string> profile_names(const std::vector<std::string>& roots);

/// Reads a profile's section "memory_model"; `path` is the file, for complaints. Throws Error: a key is unknown or
/// missing, or has no source, or a value that the model cannot be run with.
ModelParameters read_memory_model(const nlohmann::json& section, const std::string& path);

}  // namespace warpledger
