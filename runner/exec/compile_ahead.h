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

// Why ahead: a program takes NVRTC some 85 ms and a library program nvcc 5 s, and 240 points need 35 of them. A device
// that waits for each measures nothing meanwhile, while the host's other cores idle. Processes of their own, because
// NVRTC compiles one program at a time in a process, and because one can be killed. They fill the cache that the
// worker looks into; a lock for each program (base/key_lock.h) keeps both from making the same one.

/// How many points are looked at for what they need: making one costs 20 µs, and a million are planned in a second.
inline constexpr std::size_t kPointsAhead = 10'000;

/// What the first kPointsAhead points of `ordinals` have to be compiled of, each once, in the order of the points.
std::vector<Compilation> compilations_of(std::span<const std::int64_t> ordinals,
                                         const std::function<Job(std::int64_t)>& job);

/// Compiles while it lives, at the lowest priority; what is not compiled when it goes is left.
class CompileAhead {
 public:
  /// Starts at most `processes` of `command`, to which "--fd N" is appended; each gets every so many-th of `wanted`.
  /// None where nothing, or a single program, is wanted. One that does not start compiles nothing: the worker does.
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

/// The child's side: calls `compile` for each program that is sent on socket `fd`. What it throws is not told: the
/// worker compiles the program again and tells.
void compile_what_is_sent(int fd, const std::function<void(const Compilation&)>& compile);

}  // namespace warpledger
