#pragma once

#include <cstddef>
#include <vector>

#include "exec/backend.h"

namespace warpledger {

/// A launch's arguments as the runtime takes them: the address of each. Lasts no longer than the launch.
class LaunchArguments {
 public:
  explicit LaunchArguments(const BoundLaunch& launch);
  LaunchArguments(const LaunchArguments&) = delete;
  LaunchArguments& operator=(const LaunchArguments&) = delete;

  void** data() { return arguments_.data(); }

 private:
  std::vector<std::byte*> pointers_;
  std::vector<void*> arguments_;
};

}  // namespace warpledger
