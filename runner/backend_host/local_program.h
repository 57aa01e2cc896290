#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backend_host/grid_runner.h"
#include "backend_host/host_memory.h"
#include "backend_host/host_module.h"
#include "backend_host/host_program.h"
#include "backend_host/profile.h"

namespace warpledger {

/// State shared by all programs in this process.
struct LocalMachine {
  const Profile& profile;
  std::function<std::vector<AddressRange>()> memory;  ///< all GPU memory
  /// See TracedModules.
  std::function<const HostModule&(const HostModule& plain)> twin_of;
  std::unique_ptr<GridRunner> runner = {};  ///< created by the first launch: a plan starts no threads
};

class LocalProgram : public HostProgram {
 public:
  /// `machine` must outlive this.
  LocalProgram(std::unique_ptr<HostModule> module, LocalMachine& machine)
      : module_(std::move(module)), machine_(machine) {}

  std::vector<Metric> attributes(const std::string& function, std::uint64_t threads,
                                 std::uint32_t shared_bytes) const override {
    return module_->attributes(function, threads, shared_bytes);
  }
  void set_up(const Work& work) const override;
  void run(const BoundLaunch& launch, const std::string& words) const override;
  LaunchModel model(const Work& work, std::size_t number) const override;

 private:
  std::unique_ptr<HostModule> module_;
  LocalMachine& machine_;
};

}  // namespace warpledger
