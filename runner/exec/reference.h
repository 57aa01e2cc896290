#pragma once

#include <memory>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "exec/workspace.h"
#include "model/job.h"

namespace warpledger {

/// What the reference says: for each buffer of the job one double an element if it is out or inout, else nothing.
using Expected = std::vector<std::vector<double>>;

/// Runs references on the backend; remembers the last answer, which all launch configurations of a shape share.
class ReferenceRunner {
 public:
  explicit ReferenceRunner(Backend& backend) : backend_(backend) {}

  /// Throws PointEnd with a reason that begins "the reference: " when the reference cannot be compiled or run.
  std::shared_ptr<const Expected> expected(const Job& job, Workspace& workspace);

 private:
  Expected run(const Job& job, Workspace& workspace);

  Backend& backend_;
  std::string key_;
  std::shared_ptr<const Expected> last_;
};

}  // namespace warpledger
