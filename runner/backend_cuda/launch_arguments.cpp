#include "backend_cuda/launch_arguments.h"

#include "backend_cuda/cuda_memory.h"

namespace warpledger {

LaunchArguments::LaunchArguments(const BoundLaunch& launch) : values_(launch.arguments.size()) {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    values_[i] = value_of(launch.arguments[i]);
    auto* const bytes = std::get_if<std::vector<std::byte>>(&values_[i]);
    pointers_.push_back(bytes ? bytes->data() : std::visit([](auto& value) -> void* { return &value; }, values_[i]));
  }
}

LaunchArguments::Value LaunchArguments::value_of(const BoundArgument& argument) {
  if (const auto* scalar = std::get_if<Scalar>(&argument)) return scalar->bytes;
  if (const auto* bound = std::get_if<BoundTensorMap>(&argument)) return encode(bound->map, address_of(bound->base));
  if (const auto* value = std::get_if<BoundStruct>(&argument))
    return value->with_addresses([](const DevicePointer& to) { return address_of(to); });
  return address_of(std::get<DevicePointer>(argument));
}

}  // namespace warpledger
