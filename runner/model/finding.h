#pragma once

#include <string>

namespace warpledger {

/// One thing that `warpledger doctor` looked at: whether it works, what was found, and what to do where it does not.
struct Finding {
  std::string what;  ///< "host compiler", "counter permission"
  bool works = false;
  std::string detail;  ///< what was found, or why it does not work
  std::string cure;    ///< empty when it works
};

}  // namespace warpledger
