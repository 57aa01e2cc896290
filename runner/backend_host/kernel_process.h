#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "backend_host/host_memory.h"
#include "backend_host/kernel_message.h"
#include "backend_host/profile.h"
#include "base/subprocess.h"

namespace warpledger {

// Untrusted kernels are native code that can read and change everything in their address space, so they run in a
// separate process: this program, started again by the worker (kernel_server.h). It has the buffers of the launches, as
// mappings of files shared with the worker, the program's code, its output and a channel to the worker. It has no
// socket to the parent, no other files, no initial buffer contents, no reference results. Its threads may only make the
// system calls that computing needs.
//
// The worker trusts it on the end of a launch, on failures, and on modelled counters within bounds: they are counted in
// the kernel's process, so a host's counters are only as trustworthy as its kernel. Comparison, poison, guard zones,
// restores, clock and the parent's socket stay in the worker. Results are read once and compared in a copy, so threads
// that outlive a launch can only make it incorrect.
//
// At most one such process runs. It ends when another program is launched, with its module and with the worker, so it
// never runs while a reference is computed. If it ends on its own, the worker ends in the same way, and the parent
// reports that (exec/worker_child.h).

class KernelProcess {
 public:
  /// Both must outlive this.
  KernelProcess(const Profile& profile, const MemoryPool& pool) : profile_(profile), pool_(pool) {}
  ~KernelProcess();
  KernelProcess(const KernelProcess&) = delete;
  KernelProcess& operator=(const KernelProcess&) = delete;

  const Profile& profile() const { return profile_; }

  bool runs_for(const void* owner) const { return owner_ == owner; }
  /// Replaces the running process by one for this program and the memories of its launches. `load` describes the
  /// program. Throws Error and PointFailure if it cannot be loaded.
  void start(const void* owner, nlohmann::json load, const std::vector<const HostMemory*>& memories);
  void end();

  /// Memories of the running process, in the order of their numbers in messages.
  const std::vector<NamedMemory>& memories() const { return memories_; }
  /// Returns the answer to `request`. Throws the failure in it, and MalformedMessage.
  nlohmann::json ask(const nlohmann::json& request);

 private:
  [[noreturn]] void end_as_it_did();

  const Profile& profile_;
  const MemoryPool& pool_;
  const void* owner_ = nullptr;
  std::vector<NamedMemory> memories_;
  FileDescriptor channel_;
  std::optional<Subprocess> child_;
};

}  // namespace warpledger
