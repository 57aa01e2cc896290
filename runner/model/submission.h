#pragma once

#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// A person's device code for kernels of a family.
struct Submission {
  std::string name;
  std::vector<SourceFile> files;  ///< sorted by name, which is relative to the submission's folder
};

}  // namespace warpledger
