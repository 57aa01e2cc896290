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

// Compiling takes about 85 ms per program with NVRTC and 5 s for a library program with nvcc, and 240 points need 35
// programs. The device would idle while the worker compiles. Separate processes compile them, because NVRTC compiles
// one program at a time per process and because a process can be killed. They fill the worker's cache; a lock per
// program (base/key_lock.h) prevents double work.

/// Number of points to compile for. Making a point costs 20 µs, and a million are planned in a second.
inline constexpr std::size_t kPointsAhead = 10'000;

/// Programs that the first kPointsAhead points of `ordinals` need, without duplicates, in the order of the points.
std::vector<Compilation> compilations_of(std::span<const std::int64_t> ordinals,
                                         const std::function<Job(std::int64_t)>& job);

/// Compiles in child processes at the lowest priority. The destructor abandons the rest.
class CompileAhead {
 public:
  /// Starts at most `processes` of `command`, with "--fd N" appended, and distributes `wanted` among them. Starts none
  /// for fewer than two programs. If a process cannot be started, nothing is compiled ahead and the worker compiles.
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

/// The child's side: calls `compile` for each program received on socket `fd`. Ignores its exceptions, because the
/// worker compiles the program again and reports them.
void compile_what_is_sent(int fd, const std::function<void(const Compilation&)>& compile);

}  // namespace warpledger
