#include "backend_cuda/launch_check.h"

#include <fmt/format.h>

#include <string>

namespace warpledger {
namespace {

[[noreturn]] void refuse(const BoundLaunch& launch, const std::string& why, Outcome outcome = Outcome::invalid_point) {
  throw PointEnd(outcome, launch.function + ": " + why);
}

void check_extent(const BoundLaunch& launch, const char* what, const Extent& extent, const Extent& limit) {
  const struct {
    char axis;
    std::uint32_t value, limit;
  } axes[] = {{'x', extent.x, limit.x}, {'y', extent.y, limit.y}, {'z', extent.z, limit.z}};
  for (const auto& [axis, value, most] : axes) {
    if (value == 0) refuse(launch, fmt::format("a {} of 0 in {}", what, axis));
    if (value > most) refuse(launch, fmt::format("a {} of {} in {}; the device allows {}", what, value, axis, most));
  }
}

void check_arguments(const BoundLaunch& launch, const FunctionNeeds& needs) {
  if (launch.arguments.size() != needs.parameter_bytes.size())
    refuse(
        launch,
        fmt::format("takes {} arguments; the family passes {}", needs.parameter_bytes.size(), launch.arguments.size()),
        Outcome::compile_failed);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* scalar = std::get_if<Scalar>(&launch.arguments[i]);
    const std::size_t passed = scalar ? facts_of(scalar->type).bytes : sizeof(void*);
    if (passed == needs.parameter_bytes[i]) continue;
    refuse(launch,
           fmt::format("argument {} has {} B; the family passes {} of {} B", i + 1, needs.parameter_bytes[i],
                       scalar ? facts_of(scalar->type).name : "a buffer's address", passed),
           Outcome::compile_failed);
  }
}

}  // namespace

void check_launch(const BoundLaunch& launch, const FunctionNeeds& needs, const LaunchLimits& limits) {
  check_extent(launch, "grid", launch.grid, limits.grid);
  check_extent(launch, "block", launch.block, limits.block);
  const std::uint64_t threads = launch.block.volume();
  if (threads > limits.threads_per_block)
    refuse(launch, fmt::format("a block of {} threads; the device allows {}", threads, limits.threads_per_block));
  if (threads > needs.max_threads_per_block)
    refuse(launch, fmt::format("a block of {} threads; with its {} registers a thread and its launch bounds the "
                               "function allows {}",
                               threads, needs.registers, needs.max_threads_per_block));
  const std::uint64_t shared_bytes = needs.static_shared_bytes + launch.shared_bytes;
  if (shared_bytes > limits.shared_bytes_per_block)
    refuse(launch,
           fmt::format("{} B of shared memory a block ({} static, {} dynamic); the device allows {}", shared_bytes,
                       needs.static_shared_bytes, launch.shared_bytes, limits.shared_bytes_per_block));
  check_arguments(launch, needs);
}

}  // namespace warpledger
