#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend_host/profile.h"
#include "backend_host/shim/abi.h"
#include "exec/backend.h"
#include "model/program.h"
#include "sass/cubin_reader.h"

namespace warpledger {

/// What the reason of an absent attribute says where the compiler for GPUs refuses the program; the architecture and
/// its messages follow.
inline constexpr std::string_view kRefusedForGpu = "the program does not compile for sm_";

/// How the reason of an absent number of blocks per SM begins, where the GPU would refuse the launch.
inline constexpr std::string_view kNoBlockOf = "no block of";

/// The machine code that the GPU which the host stands for would run, of all kernels of a program. Compiled when it is
/// first asked for; not for several threads at once.
class GpuCode {
 public:
  /// `compile` may be empty: there is no code then.
  GpuCode(CubinCompiler compile, Program program, std::vector<std::string> functions, int arch);

  /// Of the kernel with that name expression, one of `functions`. Throws Error, saying why there is none.
  const KernelCode& kernel(const std::string& function) const;

  /// All kernels, compiled; throws what the compiler throws, and Error when there is none.
  Cubin cubin() const;

  const Program& program() const { return program_; }
  const std::vector<std::string>& functions() const { return functions_; }

 private:
  /// Kernels by their name expressions, or why there are none.
  struct Compiled {
    std::map<std::string, KernelCode> kernels;
    std::string problem;
  };

  Compiled compiled() const;

  CubinCompiler compile_;
  Program program_;
  std::vector<std::string> functions_;
  int arch_;
  mutable std::optional<Compiled> compiled_;  ///< what compiled() answered
};

/// Throws PointFailure{invalid_point} when the launch has a tensor map among its arguments.
void refuse_tensor_maps(const BoundLaunch& launch);

/// Throws PointFailure{invalid_point}, with the number asked for and the limit, when the profile's GPU would refuse the
/// launch.
void check_limits(const BoundLaunch& launch, std::uint64_t static_shared_bytes, const Profile& profile);

/// Throws PointFailure{invalid_point} when number, kind or size of the arguments is not what the kernel takes.
void check_arguments(const BoundLaunch& launch, const shim::Kernel& kernel);

}  // namespace warpledger
