#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "l1_model/model_parameters.h"

namespace warpledger {

/// Reads a profile's section "memory_model"; `path` is the file, for complaints. Throws Error: a key is unknown or
/// missing, or has no source, or a value that the model cannot be run with.
ModelParameters read_memory_model(const nlohmann::json& section, const std::string& path);

}  // namespace warpledger
