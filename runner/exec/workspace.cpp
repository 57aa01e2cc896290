#include "exec/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "base/text.h"
#include "exec/check.h"
#include "exec/inputs.h"
#include "exec/kernel_fill.h"
#include "model/digest.h"

namespace warpledger {
namespace {

/// A plan seldom has more instances between two points of the same one.
constexpr std::size_t kModulesKept = 64;

std::string shape_of(const BufferSpec& buffer) {
  return fmt::format("{}:{}:{}", buffer.name, facts_of(buffer.type).name, buffer.count);
}

bool has_content(const BufferSpec& buffer) { return buffer.role == Role::in || buffer.role == Role::inout; }

/// Rejects a sum beyond the device's memory before anything is allocated.
void refuse_what_cannot_fit(const Job& job, const Device& device) {
  double needed = 0;  // double, because counts may overflow 64 bits
  for (const BufferSpec& buffer : job.buffers) {
    const double copies = buffer.role == Role::inout ? 2 : 1;
    needed += copies * static_cast<double>(buffer.count) * static_cast<double>(facts_of(buffer.type).bytes);
  }
  const auto memory = device.facts.find("global_memory_bytes");
  if (memory == device.facts.end() || needed <= static_cast<double>(memory->second)) return;
  throw PointFailure(Outcome::invalid_point,
                     fmt::format("the buffers need {:.0f} bytes ({:.1f} GiB); the device has {} ({})", needed,
                                 needed / 0x1p30, memory->second, human_bytes(memory->second)));
}

DevicePointer bound_pointer(const BufferIndex& pointer, const Job& job, const Prepared& prepared) {
  if (pointer.is_null()) return {};
  return element_at(prepared.buffers.at(pointer.index)->data(), pointer.offset, job.buffers[pointer.index].type);
}

BoundArgument bound_argument(const Argument& argument, const Job& job, const Prepared& prepared) {
  if (const auto* scalar = std::get_if<Scalar>(&argument)) return *scalar;
  if (const auto* value = std::get_if<StructValue>(&argument)) {
    BoundStruct bound{.bytes = value->bytes, .pointers = {}};
    for (const auto& [at, to] : value->pointers) bound.pointers.push_back({at, bound_pointer(to, job, prepared)});
    return bound;
  }
  if (const auto* map = std::get_if<TensorMap>(&argument)) {
    DevicePointer base = prepared.buffers.at(map->base.index)->data();
    base.offset_bytes += static_cast<std::size_t>(map->base.offset);
    return BoundTensorMap{base, *map};
  }
  return bound_pointer(std::get<BufferIndex>(argument), job, prepared);
}

/// Refreshes constants that hold a buffer's first content.
void fill_constants(std::vector<BoundConstant>& constants, const Prepared& prepared) {
  for (BoundConstant& bound : constants)
    if (bound.constant.buffer) bound.constant.bytes = *prepared.contents.at(*bound.constant.buffer)->host;
}

void bind_buffers(const Job& job, Workspace& workspace, int place, Prepared& prepared) {
  for (const BufferSpec& buffer : job.buffers) {
    try {
      auto content = has_content(buffer) ? workspace.first_content(buffer, job.seed) : nullptr;
      const std::byte guard = guard_byte(prepared.buffers.size());
      prepared.buffers.push_back(buffer.role == Role::in ? workspace.input(buffer, job.seed, place)
                                                         : workspace.buffer(buffer, place));
      if (prepared.buffers.back()->guard() != guard) prepared.buffers.back()->arm_guards(guard);
      if (buffer.role == Role::inout) {
        const GuardedBuffer& working = *prepared.buffers.back();
        prepared.work.restores.push_back({working.data(), content->device.data(), working.bytes()});
      }
      prepared.contents.push_back(std::move(content));
    } catch (const PointFailure& end) {
      throw PointFailure(end.outcome(), fmt::format("buffer {}: {}", buffer.name, end.what()));
    }
  }
}

void bind_launches(const Job& job, Prepared& prepared) {
  for (const Launch& launch : job.launches) {
    BoundLaunch bound{prepared.module.get(), launch.function,  {}, launch.grid, launch.block,
                      launch.shared_bytes,   launch.attributes};
    for (const Argument& argument : launch.arguments)
      bound.arguments.push_back(bound_argument(argument, job, prepared));
    auto& others = launch.after ? prepared.after.launches : prepared.work.launches;
    (launch.prepare ? prepared.work.prepare : others).push_back(std::move(bound));
  }
  prepared.work.graph = job.graph;
  for (const Constant& constant : job.constants) prepared.work.constants.push_back({prepared.module.get(), constant});
  fill_constants(prepared.work.constants, prepared);
  prepared.after.constants = prepared.work.constants;
}

/// True if a prepare launch gets the buffer.
bool is_prepared_with(const Job& job, std::size_t buffer) {
  return std::ranges::any_of(job.launches, [&](const Launch& launch) {
    return launch.prepare &&
           std::ranges::any_of(launch.arguments, [&](const Argument& a) { return points_into(a, buffer); });
  });
}

/// True if a constant holds the buffer's first content, which then must not change.
bool is_constant(const Job& job, std::size_t buffer) {
  return std::ranges::any_of(job.constants, [&](const Constant& constant) { return constant.buffer == buffer; });
}

bool is_random(const Fill& fill) { return fill.kind == Fill::Kind::uniform || fill.kind == Fill::Kind::normal; }

/// Renews an inout buffer at the source of its restores.
void bind_renewals(const Job& job, Prepared& prepared) {
  for (std::size_t i = 0; i < job.buffers.size(); ++i) {
    const BufferSpec& buffer = job.buffers[i];
    if (has_content(buffer) && (!is_random(buffer.fill) || is_constant(job, i))) continue;
    const GuardedBuffer& target = buffer.role == Role::inout ? prepared.contents[i]->device : *prepared.buffers[i];
    const Fill fill = has_content(buffer) ? buffer.fill : like_results(buffer.type);
    prepared.work.renewals.push_back(target.renewal(buffer.type, fill, is_prepared_with(job, i)));
    prepared.renewed.push_back(i);
  }
}

}  // namespace

GuardedBuffer Workspace::allocate(std::size_t bytes) {
  try {
    return GuardedBuffer(backend_, bytes);
  } catch (const PointFailure&) {
    drop_unused();
    copies_->drop();
    answers_->drop();
    return GuardedBuffer(backend_, bytes);
  }
}

std::shared_ptr<const std::vector<std::byte>> Workspace::host_content(const BufferSpec& buffer, std::uint64_t seed) {
  return inputs_.get(buffer, seed, [&] {
    GuardedBuffer made = allocate(size_bytes(buffer));
    const auto program = module(buffer.maker->program, {buffer.maker->launch.function});
    return filled_by_kernel(buffer, seed, *program, made, backend_);
  });
}

std::shared_ptr<FirstContent> Workspace::first_content(const BufferSpec& buffer, std::uint64_t seed) {
  const std::string key = content_key(buffer, seed);
  if (const auto kept = contents_.find(key); kept != contents_.end()) return kept->second;
  // Allocate first: content that does not fit must not be generated.
  GuardedBuffer device = allocate(size_bytes(buffer));
  auto host = host_content(buffer, seed);
  const std::uint64_t fingerprint = copies_->write(key, *host, device);
  return contents_[key] = std::make_shared<FirstContent>(FirstContent{std::move(host), std::move(device), fingerprint});
}

void Workspace::refill(const BufferSpec& buffer, std::uint64_t seed, FirstContent& content, GuardedBuffer& to) {
  content.host = host_content(buffer, seed);
  content.fingerprint = copies_->write(content_key(buffer, seed), *content.host, to);
}

std::shared_ptr<GuardedBuffer> Workspace::input(const BufferSpec& buffer, std::uint64_t seed, int place) {
  const std::shared_ptr<FirstContent> content = first_content(buffer, seed);
  if (place == 0) return {content, &content->device};
  const std::string key = fmt::format("{}@{}", content_key(buffer, seed), place);
  if (const auto kept = buffers_.find(key); kept != buffers_.end()) return kept->second;
  auto made = std::make_shared<GuardedBuffer>(allocate(size_bytes(buffer)));
  made->copy_from(content->device);
  return buffers_[key] = std::move(made);
}

std::shared_ptr<GuardedBuffer> Workspace::buffer(const BufferSpec& buffer, int place) {
  const std::string key = fmt::format("{}@{}", shape_of(buffer), place);
  if (const auto kept = buffers_.find(key); kept != buffers_.end()) return kept->second;
  auto made = std::make_shared<GuardedBuffer>(allocate(size_bytes(buffer)));
  return buffers_[key] = std::move(made);
}

std::shared_ptr<Module> Workspace::module(const Program& program, const std::vector<std::string>& functions) {
  const std::string key = compilation_key(program, functions);
  if (const auto kept = modules_.find(key); kept != modules_.end()) return kept->second;
  std::shared_ptr<Module> made = backend_.compile(program, functions);
  return modules_[key] = std::move(made);
}

void Workspace::forget_buffers() {
  contents_.clear();
  buffers_.clear();
}

void Workspace::forget_all() {
  answers_->drop();
  forget_buffers();
  modules_.clear();
}

void Workspace::drop_unused() {
  const auto unused = [](const auto& entry) { return entry.second.use_count() <= 1; };
  std::erase_if(contents_, unused);
  std::erase_if(buffers_, unused);
  if (modules_.size() > kModulesKept) std::erase_if(modules_, unused);
}

std::vector<std::string> functions_of(const std::vector<Launch>& launches) {
  std::vector<std::string> functions;
  for (const Launch& launch : launches) {
    if (std::find(functions.begin(), functions.end(), launch.function) == functions.end())
      functions.push_back(launch.function);
  }
  return functions;
}

void refill(const Job& job, Prepared& prepared, Workspace& workspace) {
  for (std::size_t i = 0; i < job.buffers.size(); ++i) {
    if (!prepared.contents[i]) continue;
    FirstContent& content = *prepared.contents[i];
    workspace.refill(job.buffers[i], job.seed, content,
                     job.buffers[i].role == Role::in ? *prepared.buffers[i] : content.device);
  }
  fill_constants(prepared.work.constants, prepared);
  prepared.after.constants = prepared.work.constants;
}

void finish(const Prepared& prepared, Backend& backend) {
  if (!prepared.after.launches.empty()) backend.begin(prepared.after);
}

std::vector<Metric> attributes_of(const Prepared& prepared) {
  if (prepared.work.launches.empty()) return {};
  const BoundLaunch& launch = prepared.work.launches.front();
  return launch.module->attributes(launch.function, launch.block.volume(), launch.shared_bytes);
}

Prepared prepare(const Job& job, Backend& backend, Workspace& workspace, int place) {
  refuse_what_cannot_fit(job, backend.describe());
  if (job.untrusted && is_library(job.program))
    throw PointFailure(Outcome::invalid_point, "a library program is host code, which does not run as untrusted code");
  Prepared prepared;
  prepared.module = workspace.module(job.program, functions_of(job.launches));
  bind_buffers(job, workspace, place, prepared);
  bind_launches(job, prepared);
  if ((job.untrusted || job.renewed) && backend.times_gpu()) bind_renewals(job, prepared);
  return prepared;
}

}  // namespace warpledger
