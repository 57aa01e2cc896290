#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/subprocess.h"
#include "model/job.h"
#include "model/program.h"

namespace warpledger {

// NVRTC takes about 85 ms per program, nvcc 5 s per library program, and 240 points need 35 programs: a device that
// waits for them idles. Separate processes compile ahead, because NVRTC compiles one program at a time per process and
// because a process can be killed. They fill the worker's cache; a lock per program (base/key_lock.h) prevents double
// work.

/// Number of points to compile for; making a point costs 20 µs.
inline constexpr std::size_t kPointsAhead = 10'000;

/// Distinct programs of the first kPointsAhead points of `ordinals`, in order.
std::vector<Compilation> compilations_of(std::span<const std::int64_t> ordinals,
                                         const std::function<Job(std::int64_t)>& job);

/// Compiles in child processes at the lowest priority until destroyed.
class CompileAhead {
 public:
  /// Starts at most `processes` of `command`, with "--fd N" appended, and distributes `wanted` among them. Starts none
  /// for fewer than two programs. If a process does not start, the worker compiles instead.
  CompileAhead(const std::vector<std::string>& command, std::span<const Compilation> wanted, std::size_t processes);
  ~CompileAhead();
  CompileAhead(const CompileAhead&) = delete;
  CompileAhead& operator=(const CompileAhead&) = delete;

 private:
  struct Compiler {
    Subprocess process;
    FileDescriptor socket;
  };

  std::vector<Compiler> compilers_;
};

/// The child's side: calls `compile` for each program from socket `fd`. Ignores exceptions: the worker compiles again
/// and reports them.
void compile_what_is_sent(int fd, const std::function<void(const Compilation&)>& compile);

}  // namespace warpledger
