#include "exec/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "base/text.h"

namespace warpledger {
namespace {

bool has_content(const BufferSpec& buffer) { return buffer.role == Role::in || buffer.role == Role::inout; }

/// A sum beyond the device's whole memory is refused before anything is allocated or made on the host.
void refuse_what_cannot_fit(const Job& job, const Device& device) {
  double needed = 0;  // double: counts that overflow 64 bits must be refused too
  for (const BufferSpec& buffer : job.buffers) {
    const double copies = buffer.role == Role::inout ? 2 : 1;
    needed += copies * static_cast<double>(buffer.count) * static_cast<double>(facts_of(buffer.type).bytes);
  }
  const auto memory = device.facts.find("global_memory_bytes");
  if (memory == device.facts.end() || needed <= static_cast<double>(memory->second)) return;
  throw PointEnd(Outcome::invalid_point,
                 fmt::format("the buffers need {:.0f} bytes ({:.1f} GiB), the device has {} ({})", needed,
                             needed / 0x1p30, memory->second, human_bytes(memory->second)));
}

std::variant<DevicePointer, Scalar> bound_argument(const Argument& argument, const Prepared& prepared) {
  if (const auto* scalar = std::get_if<Scalar>(&argument)) return *scalar;
  return prepared.buffers.at(std::get<BufferIndex>(argument).index)->data();
}

void bind_buffers(const Job& job, Workspace& workspace, int place, Prepared& prepared) {
  for (const BufferSpec& buffer : job.buffers) {
    try {
      auto content = has_content(buffer) ? workspace.first_content(buffer, job.seed) : nullptr;
      prepared.buffers.push_back(buffer.role == Role::in ? workspace.input(buffer, job.seed, place)
                                                         : workspace.buffer(buffer, place));
      if (buffer.role == Role::inout) {
        const GuardedBuffer& working = *prepared.buffers.back();
        prepared.work.restores.push_back({working.data(), content->device.data(), working.bytes()});
      }
      prepared.contents.push_back(std::move(content));
    } catch (const PointEnd& end) {
      throw PointEnd(end.outcome(), fmt::format("buffer {}: {}", buffer.name, end.what()));
    }
  }
}

void bind_launches(const Job& job, Prepared& prepared) {
  for (const Launch& launch : job.launches) {
    BoundLaunch bound{prepared.module.get(), launch.function, {}, launch.grid, launch.block, launch.shared_bytes};
    for (const Argument& argument : launch.arguments) bound.arguments.push_back(bound_argument(argument, prepared));
    (launch.prepare ? prepared.work.prepare : prepared.work.launches).push_back(std::move(bound));
  }
  for (const Constant& constant : job.constants) prepared.work.constants.push_back({prepared.module.get(), constant});
}

}  // namespace

std::vector<std::string> functions_of(const std::vector<Launch>& launches) {
  std::vector<std::string> functions;
  for (const Launch& launch : launches) {
    if (std::find(functions.begin(), functions.end(), launch.function) == functions.end())
      functions.push_back(launch.function);
  }
  return functions;
}

std::vector<Metric> attributes_of(const Prepared& prepared) {
  if (prepared.work.launches.empty()) return {};
  const BoundLaunch& launch = prepared.work.launches.front();
  return launch.module->attributes(launch.function, launch.block.volume(), launch.shared_bytes);
}

Prepared prepare(const Job& job, Backend& backend, Workspace& workspace, int place) {
  refuse_what_cannot_fit(job, backend.describe());
  Prepared prepared;
  prepared.module = workspace.module(job.program, functions_of(job.launches));
  bind_buffers(job, workspace, place, prepared);
  bind_launches(job, prepared);
  return prepared;
}

}  // namespace warpledger
