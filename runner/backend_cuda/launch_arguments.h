#pragma once

#include <array>
#include <cstddef>
#include <variant>
#include <vector>

#include "backend_cuda/tensor_map_encoding.h"
#include "exec/backend.h"

namespace warpledger {

/// A launch's arguments as the runtime takes them: one pointer each, valid while this exists.
class LaunchArguments {
 public:
  /// Throws as encode() does for a tensor map.
  explicit LaunchArguments(const BoundLaunch& launch);
  LaunchArguments(const LaunchArguments&) = delete;
  LaunchArguments& operator=(const LaunchArguments&) = delete;

  void** data() { return pointers_.data(); }

 private:
  using Value = std::variant<std::byte*, std::array<std::byte, 8>, EncodedTensorMap, std::vector<std::byte>>;
  static Value value_of(const BoundArgument& argument);

  std::vector<Value> values_;
  std::vector<void*> pointers_;
};

}  // namespace warpledger
