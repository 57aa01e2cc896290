#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/cubin.h"
#include "model/metric.h"

namespace warpledger {

/// For each function of `cubin`, by its name in the image, the metrics `machine_code_id`, 52 bits of the SHA-256 of its
/// machine code, alike where the code is, whatever the source; and `machine_code_bytes`. Absent, with the reason, for
/// an architecture whose code is not known here.
std::map<std::string, std::vector<Metric>> machine_code(const Cubin& cubin);

}  // namespace warpledger
