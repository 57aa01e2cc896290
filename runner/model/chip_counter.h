#pragma once

#include <string>

namespace warpledger {

/// A raw counter of a chip, as CUPTI describes it.
struct ChipCounter {
  std::string name;   ///< with its usual rollup: "smsp__inst_executed.sum", "l1tex__t_sector_hit_rate.pct"
  std::string unit;   ///< of the value under that rollup: "instruction", "percent"
  std::string about;  ///< CUPTI's description; may be empty
};

}  // namespace warpledger
