#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "backend_host/host_memory.h"
#include "backend_host/kernel_message.h"
#include "backend_host/profile.h"
#include "base/subprocess.h"

namespace warpledger {

// Untrusted kernels are native code on the host. What shares an address space with them they can read and change, so
// they have one of their own: this program, started again by the worker (kernel_server.h). It has the buffers that the
// launches name, mapped from files that the worker shares with it, the program's code, what it prints to, and a
// channel to the worker; no socket to the parent, no file of anybody, no first contents, no answer of a reference. A
// list of the system calls that computing needs is all that its threads may call.
//
// The worker believes it that a launch has ended, how it failed, and modelled counters within their bounds: these are
// counted while the kernel runs, beside it, and a host's are worth no more than its kernel's word. Comparison, poison,
// guard zones, restores, clock and the parent's socket stay in the worker. What a launch leaves there is read once and
// compared in a copy: threads that outlive it can only make it wrong.
//
// One such process runs at a time. It ends when another program is launched, with its module and with the worker; a
// reference is therefore never computed beside it. When it ends by itself, the worker ends in the same way, as it would
// have if kernels ran in it: the parent then tells how (exec/worker_child.h).

/// The process of the kernels that a backend launched last.
class KernelProcess {
 public:
  /// Both must outlive it.
  KernelProcess(const Profile& profile, const MemoryPool& pool) : profile_(profile), pool_(pool) {}
  ~KernelProcess();
  KernelProcess(const KernelProcess&) = delete;
  KernelProcess& operator=(const KernelProcess&) = delete;

  const Profile& profile() const { return profile_; }

  bool runs_for(const void* owner) const { return owner_ == owner; }
  /// Starts one with a program and the memories that its launches name, in the place of what ran. `load` has what is of
  /// the program. Throws Error and PointFailure when that cannot be loaded.
  void start(const void* owner, nlohmann::json load, const std::vector<const HostMemory*>& memories);
  void end();

  /// Of the running process: the names that messages have for its memories.
  const std::vector<NamedMemory>& memories() const { return memories_; }
  /// Its answer to `request`. Throws the failure that it tells of, and MalformedMessage.
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
