#pragma once

#include <string>

#include "model/job.h"

namespace warpledger {

/// `folder`/`source` with every file that it includes by #include "name", directly or not, read from `folder`. Headers
/// are sorted by name. Throws Error at the include line for a file that is missing or is outside the folder.
Program load_program(const std::string& folder, const std::string& source);

}  // namespace warpledger
