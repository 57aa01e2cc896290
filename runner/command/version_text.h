#pragma once

#include <string>

namespace warpledger {

/// "warpledger 0.1.0 (commit 4b16dc2f, CUDA Toolkit 13.0)": what this program was built from and with.
std::string version_text();

}  // namespace warpledger
