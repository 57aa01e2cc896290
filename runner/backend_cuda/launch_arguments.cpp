#include "backend_cuda/launch_arguments.h"

#include <variant>

#include "backend_cuda/cuda_memory.h"

namespace warpledger {

LaunchArguments::LaunchArguments(const BoundLaunch& launch)
    : pointers_(launch.arguments.size()), arguments_(launch.arguments.size()) {
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    if (const auto* pointer = std::get_if<DevicePointer>(&launch.arguments[i])) {
      pointers_[i] = address_of(*pointer);
      arguments_[i] = &pointers_[i];
    } else {
      arguments_[i] = const_cast<std::byte*>(std::get<Scalar>(launch.arguments[i]).bytes.data());
    }
  }
}

}  // namespace warpledger
