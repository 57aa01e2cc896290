#include "backend_cuda/launch_check.h"

#include <fmt/format.h>

#include <string>

namespace warpledger {
namespace {

[[noreturn]] void refuse(const BoundLaunch& launch, const std::string& why) {
  throw PointFailure(Outcome::invalid_point, launch.function + ": " + why);
}

void check_extent(const BoundLaunch& launch, const char* what, const char* unit, const Extent& extent,
                  const Extent& limit) {
  const struct {
    char axis;
    std::uint32_t value, limit;
  } axes[] = {{'x', extent.x, limit.x}, {'y', extent.y, limit.y}, {'z', extent.z, limit.z}};
  for (const auto& [axis, value, most] : axes) {
    if (value == 0) refuse(launch, fmt::format("the {} is empty: {} x {} x {}", what, extent.x, extent.y, extent.z));
    if (value > most)
      refuse(launch,
             fmt::format("{} {} in {} dimension {} exceed the device limit of {}", value, unit, what, axis, most));
  }
}

void check_arguments(const BoundLaunch& launch, const FunctionNeeds& needs) {
  if (launch.arguments.size() != needs.parameter_bytes.size())
    throw PointFailure(
        Outcome::compile_failed,
        fmt::format("{} takes {} argument{}, the family passes {}", launch.function, needs.parameter_bytes.size(),
                    needs.parameter_bytes.size() == 1 ? "" : "s", launch.arguments.size()));
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* scalar = std::get_if<Scalar>(&launch.arguments[i]);
    const std::size_t passed = scalar ? facts_of(scalar->type).bytes : sizeof(void*);
    if (passed == needs.parameter_bytes[i]) continue;
    throw PointFailure(Outcome::compile_failed,
                       fmt::format("{} takes {} B as argument {}, the family passes {} of {} B", launch.function,
                                   needs.parameter_bytes[i], i + 1,
                                   scalar ? facts_of(scalar->type).name : "a buffer's address", passed));
  }
}

}  // namespace

void check_launch(const BoundLaunch& launch, const FunctionNeeds& needs, const LaunchLimits& limits) {
  check_extent(launch, "grid", "blocks", launch.grid, limits.grid);
  check_extent(launch, "block", "threads", launch.block, limits.block);
  const std::uint64_t threads = launch.block.volume();
  if (threads > limits.threads_per_block)
    refuse(launch,
           fmt::format("{} threads per block exceed the device limit of {}", threads, limits.threads_per_block));
  if (threads > needs.max_threads_per_block)
    refuse(launch, fmt::format("{} threads per block exceed the kernel's limit of {}, given its {} registers per "
                               "thread and its launch bounds",
                               threads, needs.max_threads_per_block, needs.registers));
  const std::uint64_t shared_bytes = needs.static_shared_bytes + launch.shared_bytes;
  if (shared_bytes > limits.shared_bytes_per_block)
    refuse(launch,
           fmt::format("{} bytes of shared memory per block exceed the device limit of {} ({} static, {} dynamic)",
                       shared_bytes, limits.shared_bytes_per_block, needs.static_shared_bytes, launch.shared_bytes));
  check_arguments(launch, needs);
}

}  // namespace warpledger
