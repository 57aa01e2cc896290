#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "exec/recently_used.h"
#include "exec/workspace.h"
#include "model/job.h"

namespace warpledger {

/// Whether the reference says what a buffer must hold after the launch.
inline bool is_checked(const BufferSpec& buffer) { return buffer.role == Role::out || buffer.role == Role::inout; }

/// What the reference says.
struct Expected {
  std::vector<std::vector<double>> values;  ///< by buffer of the job: one an element if it is out or inout, else none
  std::uint64_t id = 0;                     ///< that no other answer of this ReferenceRunner has
};

/// Runs references on the backend. Remembers answers on the host while 512 MiB hold them, so that all instances and
/// launch configurations of a shape share one.
class ReferenceRunner {
 public:
  explicit ReferenceRunner(Backend& backend);

  /// Throws PointEnd with a reason that begins "the reference: " when the reference cannot be compiled or run.
  std::shared_ptr<const Expected> expected(const Job& job, Workspace& workspace);

 private:
  std::vector<std::vector<double>> run(const Job& job, Workspace& workspace);

  Backend& backend_;
  RecentlyUsed<Expected> answers_;
  std::uint64_t made_ = 0;
};

}  // namespace warpledger
