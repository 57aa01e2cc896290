#include "exec/scripted_backend_fixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warpledger {
namespace {

/// Takes its size from a budget while it lives.
struct HostMemory : Memory {
  HostMemory(std::size_t bytes, std::size_t& free_bytes) : content(bytes), budget(free_bytes) { budget -= bytes; }
  ~HostMemory() override { budget += content.size(); }
  std::size_t size_bytes() const override { return content.size(); }
  std::vector<std::byte> content;
  std::size_t& budget;
};

struct ScriptedModule : Module {
  std::vector<Metric> attributes(const std::string&, std::uint64_t, std::uint32_t) const override {
    return {{"registers", 16, "register", "attribute", ""}};
  }
};

std::byte* address(DevicePointer pointer) {
  if (pointer.memory == nullptr) return nullptr;
  auto& content = static_cast<HostMemory*>(const_cast<Memory*>(pointer.memory))->content;
  return content.data() + pointer.offset_bytes;
}

}  // namespace

Device ScriptedBackend::describe() const {
  return {"scripted",
          "scripted",
          "scripted-0",
          "Scripted device",
          "",
          {{"sm_count", 2}, {"l2_bytes", 1 << 20}, {"global_memory_bytes", 1 << 30}},
          {}};
}

std::unique_ptr<Module> ScriptedBackend::compile(const Program& program, std::span<const std::string> functions) {
  for (const std::string& function : functions) {
    log.push_back("compile " + function);
    if (!kernels.contains(function))
      throw PointFailure(Outcome::compile_failed, fmt::format("{}: no function {}", program.main.name, function));
  }
  return std::make_unique<ScriptedModule>();
}

std::unique_ptr<Memory> ScriptedBackend::allocate(std::size_t bytes) {
  if (bytes > free_bytes)
    throw PointFailure(Outcome::invalid_point, fmt::format("needs {} bytes, {} are free", bytes, free_bytes));
  return std::make_unique<HostMemory>(bytes, free_bytes);
}

void ScriptedBackend::write(Memory& to, std::size_t offset_bytes, std::span<const std::byte> bytes) {
  std::memcpy(address({&to, offset_bytes}), bytes.data(), bytes.size());
}

void ScriptedBackend::fill(Memory& to, std::size_t offset_bytes, std::size_t bytes, std::byte value) {
  std::memset(address({&to, offset_bytes}), std::to_integer<int>(value), bytes);
}

void ScriptedBackend::read(const Memory& from, std::size_t offset_bytes, std::span<std::byte> bytes) {
  std::memcpy(bytes.data(), address({&from, offset_bytes}), bytes.size());
}

void ScriptedBackend::run(const BoundLaunch& launch) {
  log.push_back("launch " + launch.function);
  ScriptedCall call{{}, launch};
  for (const auto& argument : launch.arguments) {
    if (const auto* scalar = std::get_if<Scalar>(&argument)) {
      call.arguments.emplace_back(*scalar);
    } else if (const auto* map = std::get_if<BoundTensorMap>(&argument)) {
      call.arguments.emplace_back(address(map->base));
    } else if (const auto* value = std::get_if<BoundStruct>(&argument)) {
      call.arguments.emplace_back(value->with_addresses([](const DevicePointer& to) { return address(to); }));
    } else {
      call.arguments.emplace_back(address(std::get<DevicePointer>(argument)));
    }
  }
  kernels.at(launch.function)(call);
}

void ScriptedBackend::launch(const Work& work) {
  for (const Restore& restore : work.restores) std::memcpy(address(restore.to), address(restore.from), restore.bytes);
  for (const BoundLaunch& launch : work.prepare) run(launch);
  for (const BoundLaunch& launch : work.launches) run(launch);
}

std::vector<Sample> ScriptedBackend::time(const Work& work, Cache, int samples) {
  log.push_back(fmt::format("time {}", samples));
  std::vector<Sample> taken;
  for (int i = 0; i < samples; ++i) {
    launch_renewed(work, static_cast<std::uint64_t>(i) + 1);
    taken.push_back({times_ns.at(next_time_++ % times_ns.size()), 1000.0});
  }
  return taken;
}

Health ScriptedBackend::health() {
  log.emplace_back("health");
  return disturbances;
}

std::vector<std::vector<Metric>> ScriptedBackend::collect(std::span<const Work> works, Cache,
                                                          std::span<const MetricRequest> metrics,
                                                          const AfterPass& after_pass) {
  for (std::uint64_t pass = 1; pass <= pass_count; ++pass) {
    for (const Work& work : works) {
      launch_renewed(work, pass);
    }
    if (!after_pass) continue;
    for (std::size_t work = 0; work < works.size(); ++work) after_pass(work, pass);
  }
  log.push_back(fmt::format("count {}", works.size()));
  std::vector<Metric> counted;
  for (const MetricRequest& request : metrics) {
    const auto found = counter_values.find(request.name);
    if (found == counter_values.end()) {
      counted.push_back({request.name, std::nullopt, request.unit, "cupti", "the script has no value for it"});
    } else {
      counted.push_back({request.name, found->second, request.unit, "cupti", ""});
    }
  }
  return {works.size(), counted};
}

}  // namespace warpledger
