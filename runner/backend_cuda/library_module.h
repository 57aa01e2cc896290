#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "model/metric.h"

namespace warpledger {

/// A library program (model/program.h), loaded into this process. Never unloaded, so its state, such as a cuBLAS
/// handle, lasts as long as the process.
class LibraryModule : public Module {
 public:
  /// Loads `library`, made by LibraryCompiler for `functions`; `source` names its main file in messages. Throws
  /// PointFailure{compile_failed}.
  LibraryModule(const std::filesystem::path& library, std::span<const std::string> functions, std::string source);

  /// All absent: the library chooses its launches itself.
  std::vector<Metric> attributes(const std::string& function, std::uint64_t threads,
                                 std::uint32_t shared_bytes) const override;

  /// Calls the launch's function, which queues work on `stream`. Throws PointFailure: compile_failed for arguments that
  /// do not match the parameters, launch_failed with the function's message.
  void enqueue(const BoundLaunch& launch, cudaStream_t stream) const;

 private:
  struct Function {
    const char* (*call)(cudaStream_t, void**) = nullptr;
    std::vector<std::size_t> parameter_bytes;
  };
  std::string source_;
  std::map<std::string, Function> functions_;
};

}  // namespace warpledger
