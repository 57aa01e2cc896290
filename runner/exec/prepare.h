#pragma once

#include <memory>
#include <vector>

#include "exec/backend.h"
#include "exec/workspace.h"
#include "model/job.h"

namespace warpledger {

/// A job bound to device buffers and loaded modules, ready to launch. Holds what `work` points to.
struct Prepared {
  std::shared_ptr<Module> module;
  std::vector<std::shared_ptr<GuardedBuffer>> buffers;  ///< as the kernel gets them, in the order of Job::buffers
  std::vector<std::shared_ptr<FirstContent>> contents;  ///< of in and inout buffers, else null; same order
  Work work;
};

/// Compiles, allocates and binds, all buffers at one `place` in device memory. `in` buffers are shared and hold their
/// content; `inout` buffers are restored by work.restores; `out` and `scratch` hold anything. Throws PointEnd.
Prepared prepare(const Job& job, Backend& backend, Workspace& workspace, int place = 0);

/// What the compiled function of the first timed launch needs, as metrics; see Module::attributes().
std::vector<Metric> attributes_of(const Prepared& prepared);

/// The C++ functions that `launches` name, each once.
std::vector<std::string> functions_of(const std::vector<Launch>& launches);

}  // namespace warpledger
