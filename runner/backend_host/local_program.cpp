#include "backend_host/local_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "backend_host/gpu_code.h"
#include "backend_host/launch_model.h"
#include "base/error.h"

namespace warpledger {
namespace {

/// A launch's argument values, as the kernel's entry reads them.
struct ArgumentValues {
  std::vector<std::vector<std::byte>> values;  ///< aligned by new, enough for any member
  std::vector<void*> pointers() {
    std::vector<void*> all;
    for (auto& value : values) all.push_back(value.data());
    return all;
  }
};

std::vector<std::byte> bytes_of(const void* address) {
  const auto bytes = std::as_bytes(std::span(&address, 1));
  return {bytes.begin(), bytes.end()};
}

ArgumentValues values_of(const BoundLaunch& launch) {
  ArgumentValues arguments;
  for (const auto& argument : launch.arguments) {
    if (const auto* scalar = std::get_if<Scalar>(&argument))
      arguments.values.emplace_back(scalar->bytes.begin(), scalar->bytes.end());
    else if (const auto* value = std::get_if<BoundStruct>(&argument))
      arguments.values.push_back(value->with_addresses([](const DevicePointer& to) { return address_of(to, 0); }));
    else
      arguments.values.push_back(bytes_of(address_of(std::get<DevicePointer>(argument), 0)));
  }
  return arguments;
}

/// True if a kernel can pass data to later ones in program variables. The linker's markers have no bytes.
bool has_device_variables(const HostModule& module) {
  const std::vector<AddressRange> variables = module.variables(0);
  return std::any_of(variables.begin(), variables.end(), [](const AddressRange& variable) {
    return variable.space == Space::global && variable.bytes > 0;
  });
}

}  // namespace

void LocalProgram::set_up(const Work& work) const {
  for (const BoundConstant& constant : work.constants)
    if (constant.module == this) module_->set_constant(constant.constant);
}

void LocalProgram::run(const BoundLaunch& launch, const std::string& words) const {
  const shim::Kernel& kernel = module_->kernel(launch.function);
  check_limits(launch, module_->static_shared_bytes().value_or(0), machine_.profile);
  check_arguments(launch, kernel);
  ArgumentValues arguments = values_of(launch);
  if (!machine_.runner) machine_.runner = std::make_unique<GridRunner>();
  try {
    machine_.runner->run(
        {module_.get(), &kernel, arguments.pointers(), launch.grid, launch.block, launch.shared_bytes, words});
  } catch (const PointFailure& end) {
    throw PointFailure(end.outcome(), fmt::format("{}: {}", words, end.what()));
  }
}

LaunchModel LocalProgram::model(const Work& work, std::size_t number) const {
  if ((number > 0 || !work.prepare.empty()) && has_device_variables(*module_))
    throw Error("memory model: earlier launches may have written __device__ variables, which the model does not see",
                "pass such data in a buffer");
  const BoundLaunch& launch = work.launches.at(number);
  const HostModule& twin = machine_.twin_of(*module_);
  check_limits(launch, module_->static_shared_bytes().value_or(0), machine_.profile);
  check_arguments(launch, twin.kernel(launch.function));
  for (const BoundConstant& constant : work.constants)
    if (constant.module == this) twin.set_constant(constant.constant);
  ArgumentValues arguments = values_of(launch);
  const GridLaunch grid = {&twin,        &twin.kernel(launch.function), arguments.pointers(),   launch.grid,
                           launch.block, launch.shared_bytes,           words_for(work, launch)};
  return model_launch(grid, machine_.memory(), machine_.profile, *module_, launch.function);
}

}  // namespace warpledger
