#include "exec/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "exec/check.h"
#include "exec/inputs.h"
#include "exec/verify.h"
#include "model/digest.h"

namespace warpledger {
namespace {

constexpr std::size_t kAnswerBytes = std::size_t{512} << 20;

/// Guard byte of a reference's inputs: a NaN, and not what a kernel finds there. Otherwise both would agree if both
/// read past the end.
constexpr std::byte kGuardOfReference{0xff};

std::string key_of(const Launch& launch) {
  std::string key = ";" + launch.function;
  for (const Extent& extent : {launch.grid, launch.block})
    key += fmt::format(";{}:{}:{}", extent.x, extent.y, extent.z);
  key += fmt::format(";{}", launch.shared_bytes);
  for (const Argument& argument : launch.arguments) {
    if (const auto* scalar = std::get_if<Scalar>(&argument))
      key.append(reinterpret_cast<const char*>(scalar->bytes.data()), scalar->bytes.size());
    else
      key += fmt::format(";{}+{}", std::get<BufferIndex>(argument).index, std::get<BufferIndex>(argument).offset);
  }
  return key;
}

/// Everything that the answer depends on.
std::string key_of(const Job& job) {
  std::string key = digest_of(job.reference.program);
  for (const Launch& launch : job.reference.launches) key += key_of(launch);
  for (const BufferSpec& b : job.buffers)
    key +=
        fmt::format(";{}:{}:{}:{}:{}:{}:{}:{}:{}", b.name, static_cast<int>(b.type), b.count, static_cast<int>(b.role),
                    static_cast<int>(b.fill.kind), b.fill.a, b.fill.b, b.content, b.golden);
  for (const Constant& constant : job.constants) {
    key += constant.symbol;
    key.append(reinterpret_cast<const char*>(constant.bytes.data()), constant.bytes.size());
  }
  return sha256(key + fmt::format(";{}", job.seed));
}

std::size_t answer_bytes(const Job& job) {
  std::size_t bytes = 0;
  for (const BufferSpec& buffer : job.buffers)
    if (is_checked(buffer)) bytes += static_cast<std::size_t>(buffer.count) * sizeof(double);
  return bytes;
}

std::span<const std::byte> bytes_of(const std::vector<double>& values) {
  return std::as_bytes(std::span<const double>(values));
}

/// True if the reference writes its own copy of the buffer: an answer, or scratch that one of its launches uses.
bool is_written(const Job& job, std::size_t buffer) {
  if (job.buffers[buffer].role != Role::scratch) return is_checked(job.buffers[buffer]);
  return std::ranges::any_of(job.reference.launches, [&](const Launch& launch) {
    return std::ranges::any_of(launch.arguments, [&](const Argument& a) { return points_into(a, buffer); });
  });
}

std::vector<std::vector<double>> golden_values(const Job& job, const Workspace& workspace) {
  std::vector<std::vector<double>> values;
  for (const BufferSpec& buffer : job.buffers)
    values.push_back(is_checked(buffer) ? workspace.golden_of(buffer) : std::vector<double>());
  return values;
}

/// If the reference turns out to be faulty, no Expected gets `id`, so these are never used.
void keep_answers(const Job& job, const BoundReference& reference, AnswersOnDevice& answers, std::uint64_t id) {
  for (std::size_t i = 0; i < job.buffers.size(); ++i)
    if (is_compared(job.buffers[i])) answers.keep(id, i, reference.answer(i));
}

}  // namespace

BoundReference::BoundReference(const Job& job, Backend& backend, Workspace& modules)
    : job_(job), backend_(backend), workspace_(modules) {
  if (job.reference.is_kernel()) module_ = modules.module(job.reference.program, functions_of(job.reference.launches));
  for (std::size_t i = 0; i < job.buffers.size(); ++i) {
    auto& answer = answers_.emplace_back();
    if (is_written(job, i))
      answer.emplace(modules.allocate(static_cast<std::size_t>(job.buffers[i].count) * sizeof(double)));
  }
}

void BoundReference::launch(const std::function<DevicePointer(std::size_t)>& input,
                            const std::function<std::vector<double>(std::size_t)>& first) {
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    if (!answers_[i]) continue;
    if (!module_)
      answers_[i]->write(bytes_of(workspace_.golden_of(job_.buffers[i])));
    else if (job_.buffers[i].role == Role::inout)
      answers_[i]->write(bytes_of(first(i)));
    else
      answers_[i]->fill(poison_of(ElementType::f64));
  }
  if (!module_) return;
  Work work;
  for (const Launch& launch : job_.reference.launches) work.launches.push_back(bind(launch, input));
  backend_.begin(work);
}

BoundLaunch BoundReference::bind(const Launch& launch, const std::function<DevicePointer(std::size_t)>& input) const {
  BoundLaunch bound{module_.get(), launch.function, {}, launch.grid, launch.block, launch.shared_bytes};
  for (const Argument& argument : launch.arguments) {
    if (const auto* scalar = std::get_if<Scalar>(&argument)) {
      bound.arguments.emplace_back(*scalar);
      continue;
    }
    const auto& [index, offset] = std::get<BufferIndex>(argument);
    if (index == BufferIndex::kNull)
      bound.arguments.emplace_back(DevicePointer{});
    else if (answers_[index])
      bound.arguments.emplace_back(element_at(answers_[index]->data(), offset, ElementType::f64));
    else
      bound.arguments.emplace_back(element_at(input(index), offset, job_.buffers[index].type));
  }
  return bound;
}

std::vector<double> BoundReference::values(std::size_t buffer) const {
  std::vector<double> values(answers_[buffer]->bytes() / sizeof(double));
  answers_[buffer]->read(std::as_writable_bytes(std::span<double>(values)));
  return values;
}

void BoundReference::wipe() {
  for (auto& answer : answers_)
    if (answer) answer->fill(std::byte{0});
}

void BoundReference::check_guards() const {
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    if (!answers_[i]) continue;
    BufferSpec doubles = job_.buffers[i];
    doubles.type = ElementType::f64;
    refuse_written_guards(doubles, *answers_[i]);
  }
}

ReferenceRunner::ReferenceRunner(Backend& backend) : backend_(backend), answers_(kAnswerBytes) {}

std::shared_ptr<const Expected> ReferenceRunner::expected(const Job& job, Workspace& workspace) {
  return answers_.get(key_of(job), answer_bytes(job), [&] {
    const std::uint64_t id = ++made_;
    return Expected{run(job, workspace, id), id};
  });
}

std::vector<std::vector<double>> ReferenceRunner::run(const Job& job, Workspace& workspace, std::uint64_t id) try {
  if (!job.reference.is_kernel()) return golden_values(job, workspace);
  BoundReference reference(job, backend_, workspace);
  std::map<std::size_t, std::shared_ptr<FirstContent>> inputs;
  const auto input = [&](std::size_t buffer) {
    auto content = workspace.first_content(job.buffers[buffer], job.seed);
    content->device.arm_guards(kGuardOfReference);
    const DevicePointer data = content->device.data();
    inputs[buffer] = std::move(content);
    return data;
  };
  reference.launch(input, [&](std::size_t buffer) {
    return to_doubles(*workspace.first_content(job.buffers[buffer], job.seed)->host, job.buffers[buffer].type);
  });
  std::vector<std::vector<double>> values;
  for (std::size_t i = 0; i < job.buffers.size(); ++i)
    values.push_back(is_checked(job.buffers[i]) ? reference.values(i) : std::vector<double>());
  if (!job.untrusted) keep_answers(job, reference, workspace.answers(), id);
  reference.wipe();  // before anything throws
  reference.check_guards();
  for (const auto& [index, content] : inputs) {
    content->device.arm_guards(guard_byte(index));
    refuse_changed_input(job.buffers[index], *content, content->device);
  }
  return values;
} catch (const PointFailure& end) {
  throw PointFailure(end.outcome(), fmt::format("the reference: {}", end.what()));
}

}  // namespace warpledger
