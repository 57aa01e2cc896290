#pragma once

#include <memory>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "exec/recently_used.h"
#include "exec/workspace.h"
#include "model/job.h"

namespace warpledger {

/// What the reference says: for each buffer of the job one double an element if it is out or inout, else nothing.
using Expected = std::vector<std::vector<double>>;

/// Runs references on the backend. Remembers answers on the host while 512 MiB hold them, so that all instances and
/// launch configurations of a shape share one.
class ReferenceRunner {
 public:
  explicit ReferenceRunner(Backend& backend);

  /// Throws PointEnd with a reason that begins "the reference: " when the reference cannot be compiled or run.
  std::shared_ptr<const Expected> expected(const Job& job, Workspace& workspace);

 private:
  void run(const Job& job, Workspace& workspace, Expected& expected);

  Backend& backend_;
  RecentlyUsed<Expected> answers_;
};

}  // namespace warpledger
