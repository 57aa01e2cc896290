#include "backend_host/isolated_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "exec/frame.h"

namespace warpledger {
namespace {

/// Without null pointers.
std::vector<DevicePointer> pointers_in(const BoundLaunch& launch) {
  std::vector<DevicePointer> pointers;
  for (const BoundArgument& argument : launch.arguments) {
    if (const auto* pointer = std::get_if<DevicePointer>(&argument)) pointers.push_back(*pointer);
    if (const auto* value = std::get_if<BoundStruct>(&argument))
      std::ranges::transform(value->pointers, std::back_inserter(pointers), &BoundStruct::Pointer::to);
  }
  std::erase_if(pointers, [](const DevicePointer& pointer) { return pointer.memory == nullptr; });
  return pointers;
}

/// Returns the memories used by the launches of `work`, each once.
std::vector<const HostMemory*> memories_of(const Work& work) {
  std::vector<const HostMemory*> all;
  for (const auto* launches : {&work.prepare, &work.launches})
    for (const BoundLaunch& launch : *launches)
      for (const DevicePointer& pointer : pointers_in(launch)) {
        address_of(pointer, 0);  // rejects memories of other backends
        const auto* memory = static_cast<const HostMemory*>(pointer.memory);
        if (std::ranges::count(all, memory) == 0) all.push_back(memory);
      }
  return all;
}

bool are_named(std::span<const HostMemory* const> memories, std::span<const NamedMemory> named) {
  return std::ranges::all_of(
      memories, [&](const HostMemory* memory) { return std::ranges::count(named, memory, &NamedMemory::memory) > 0; });
}

nlohmann::json messages_of(const std::vector<BoundLaunch>& launches, std::span<const NamedMemory> memories) {
  nlohmann::json all = nlohmann::json::array();
  for (const BoundLaunch& launch : launches) all.push_back(message_of(launch, memories));
  return all;
}

}  // namespace

IsolatedProgram::~IsolatedProgram() {
  if (process_.runs_for(this)) process_.end();
}

/// Sends the program's bytes, so that the process needs no file.
nlohmann::json IsolatedProgram::load_message() const {
  return {{"shared_object", bytes_message(image_.bytes())}, {"functions", image_.gpu_code().functions()}};
}

/// Returns the machine code for counting instructions, or the reason why there is none.
nlohmann::json IsolatedProgram::gpu_code_message() const {
  try {
    return message_of(image_.gpu_code().cubin());
  } catch (const Error& error) {
    return message_of(error);
  } catch (const PointFailure& end) {
    return message_of(end);
  }
}

nlohmann::json IsolatedProgram::constants_of(const Work& work) const {
  nlohmann::json all = nlohmann::json::array();
  for (const BoundConstant& one : work.constants)
    if (one.module == this) all.push_back(message_of(one.constant));
  return all;
}

void IsolatedProgram::set_up(const Work& work) const {
  const std::vector<const HostMemory*> memories = memories_of(work);
  if (!process_.runs_for(this) || !are_named(memories, process_.memories()))
    process_.start(this, load_message(), memories);
  process_.ask({{"verb", "set_up"}, {"constants", constants_of(work)}});
}

void IsolatedProgram::run(const BoundLaunch& launch, const std::string& words) const {
  process_.ask({{"verb", "run"}, {"launch", message_of(launch, process_.memories())}, {"words", words}});
}

LaunchModel IsolatedProgram::model(const Work& work, std::size_t number) const {
  const BoundLaunch& launch = work.launches.at(number);
  const nlohmann::json answer = process_.ask({{"verb", "model"},
                                              {"traced", bytes_message(read_file(traced_(image_.gpu_code())))},
                                              {"gpu_code", gpu_code_message()},
                                              {"prepare", messages_of(work.prepare, process_.memories())},
                                              {"launches", messages_of(work.launches, process_.memories())},
                                              {"constants", constants_of(work)},
                                              {"number", number}});
  return launch_model_from(part<nlohmann::json>(answer, "model"), launch.grid.volume(),
                           static_cast<std::uint32_t>(process_.profile().fact("sm_count")));
}

}  // namespace warpledger
