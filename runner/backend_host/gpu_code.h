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

/// Prefix of an absent attribute's reason if the GPU compiler rejects the program; the architecture and messages
/// follow.
inline constexpr std::string_view kRefusedForGpu = "the program does not compile for sm_";

/// Prefix of the reason of an absent number of blocks per SM if the GPU would reject the launch.
inline constexpr std::string_view kNoBlockOf = "no block of";

/// Machine code of all kernels of a program for the modelled GPU, compiled on demand. Not thread-safe.
class GpuCode {
 public:
  /// `compile` may be empty: then kernel() and cubin() throw.
  GpuCode(CubinCompiler compile, Program program, std::vector<std::string> functions, int arch);

  /// `function` is one of `functions`. Throws Error with the reason if its code is missing.
  const KernelCode& kernel(const std::string& function) const;

  /// Throws as the compiler does, and Error without one.
  Cubin cubin() const;

  const Program& program() const { return program_; }
  const std::vector<std::string>& functions() const { return functions_; }

 private:
  struct Compiled {
    std::map<std::string, KernelCode> kernels;
    std::string problem;
  };

  Compiled compiled() const;

  CubinCompiler compile_;
  Program program_;
  std::vector<std::string> functions_;
  int arch_;
  mutable std::optional<Compiled> compiled_;
};

/// Throws PointFailure{invalid_point} if the launch has a tensor map argument.
void refuse_tensor_maps(const BoundLaunch& launch);

/// Throws PointFailure{invalid_point}, with value and limit, if the profile's GPU would reject the launch.
void check_limits(const BoundLaunch& launch, std::uint64_t static_shared_bytes, const Profile& profile);

/// Throws PointFailure{compile_failed} if number, kind or size of the arguments does not match the kernel.
void check_arguments(const BoundLaunch& launch, const shim::Kernel& kernel);

}  // namespace warpledger
