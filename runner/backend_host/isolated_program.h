#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "backend_host/host_program.h"
#include "backend_host/kernel_process.h"
#include "backend_host/program_image.h"

namespace warpledger {

/// A program whose kernels run in a separate process (kernel_process.h). set_up() starts the process if another program
/// or other memories are in use; it keeps the program's variables until then.
class IsolatedProgram : public HostProgram {
 public:
  /// Returns the shared object of the traced twin; see TracedModules::compiled().
  using Traced = std::function<std::string(const GpuCode& code)>;

  /// `process` must outlive this.
  IsolatedProgram(const std::string& shared_object, GpuCode gpu_code, const std::optional<SmLimits>& limits,
                  Traced traced, KernelProcess& process)
      : image_(shared_object, std::move(gpu_code), limits), traced_(std::move(traced)), process_(process) {}
  ~IsolatedProgram() override;
  IsolatedProgram(const IsolatedProgram&) = delete;
  IsolatedProgram& operator=(const IsolatedProgram&) = delete;

  std::vector<Metric> attributes(const std::string& function, std::uint64_t threads,
                                 std::uint32_t shared_bytes) const override {
    return image_.attributes(function, threads, shared_bytes);
  }
  void set_up(const Work& work) const override;
  void run(const BoundLaunch& launch, const std::string& words) const override;
  LaunchModel model(const Work& work, std::size_t number) const override;

 private:
  nlohmann::json load_message() const;
  nlohmann::json gpu_code_message() const;
  nlohmann::json constants_of(const Work& work) const;

  ProgramImage image_;
  Traced traced_;
  KernelProcess& process_;
};

}  // namespace warpledger
