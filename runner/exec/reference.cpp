#include "exec/reference.h"

#include <fmt/format.h>

#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "exec/check.h"
#include "exec/inputs.h"
#include "exec/verify.h"
#include "model/digest.h"

namespace warpledger {
namespace {

/// Of the host's memory, for answers that neighbouring points share.
constexpr std::size_t kAnswerBytes = std::size_t{512} << 20;

/// What a reference finds beyond its inputs: no number, and not what a kernel finds there. Else both, reading past an
/// end, would agree.
constexpr std::byte kGuardOfReference{0xff};

/// Everything that the answer depends on: two points with this key in common share it.
std::string key_of(const Job& job) {
  const Launch& launch = job.reference.launch;
  std::string key = digest_of(job.reference.program) + launch.function;
  for (const Extent& extent : {launch.grid, launch.block})
    key += fmt::format(";{}:{}:{}", extent.x, extent.y, extent.z);
  key += fmt::format(";{}", launch.shared_bytes);
  for (const Argument& argument : launch.arguments) {
    if (const auto* scalar = std::get_if<Scalar>(&argument))
      key.append(reinterpret_cast<const char*>(scalar->bytes.data()), scalar->bytes.size());
    else
      key += fmt::format(";{}", std::get<BufferIndex>(argument).index);
  }
  for (const BufferSpec& b : job.buffers)
    key += fmt::format(";{}:{}:{}:{}:{}:{}:{}", b.name, static_cast<int>(b.type), b.count, static_cast<int>(b.role),
                       static_cast<int>(b.fill.kind), b.fill.a, b.fill.b);
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

/// The reference's own arrays of double, one for each checked buffer.
class Answers {
 public:
  Answers(const Job& job, Backend& backend, Workspace& workspace) {
    for (const BufferSpec& buffer : job.buffers) {
      auto& answer = answers_.emplace_back();
      if (!is_checked(buffer)) continue;
      answer.emplace(backend, static_cast<std::size_t>(buffer.count) * sizeof(double));
      if (buffer.role == Role::inout)
        answer->write(bytes_of(to_doubles(*workspace.first_content(buffer, job.seed)->host, buffer.type)));
      else
        answer->fill(poison_of(ElementType::f64));
    }
  }

  std::optional<GuardedBuffer>& operator[](std::size_t buffer) { return answers_[buffer]; }

  void check_guards(const Job& job) const {
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      if (!answers_[i]) continue;
      BufferSpec doubles = job.buffers[i];
      doubles.type = ElementType::f64;
      refuse_written_guards(doubles, *answers_[i]);
    }
  }

  /// Freed memory keeps its content, and the next kernel may be given it.
  void wipe() {
    for (auto& answer : answers_)
      if (answer) answer->fill(std::byte{0});
  }

  std::vector<std::vector<double>> values() const {
    std::vector<std::vector<double>> values(answers_.size());
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      values[i].resize(answers_[i] ? answers_[i]->bytes() / sizeof(double) : 0);
      if (answers_[i]) answers_[i]->read(std::as_writable_bytes(std::span<double>(values[i])));
    }
    return values;
  }

 private:
  std::vector<std::optional<GuardedBuffer>> answers_;
};

}  // namespace

ReferenceRunner::ReferenceRunner(Backend& backend) : backend_(backend), answers_(kAnswerBytes) {}

std::shared_ptr<const Expected> ReferenceRunner::expected(const Job& job, Workspace& workspace) {
  return answers_.get(key_of(job), answer_bytes(job), [&] { return Expected{run(job, workspace), ++made_}; });
}

std::vector<std::vector<double>> ReferenceRunner::run(const Job& job, Workspace& workspace) try {
  const Launch& launch = job.reference.launch;
  const auto module = workspace.module(job.reference.program, {launch.function});
  Answers answers(job, backend_, workspace);
  std::map<std::size_t, std::shared_ptr<FirstContent>> inputs;
  BoundLaunch bound{module.get(), launch.function, {}, launch.grid, launch.block, launch.shared_bytes};
  for (const Argument& argument : launch.arguments) {
    if (const auto* scalar = std::get_if<Scalar>(&argument)) {
      bound.arguments.emplace_back(*scalar);
      continue;
    }
    const std::size_t index = std::get<BufferIndex>(argument).index;
    if (!answers[index]) {
      auto content = workspace.first_content(job.buffers[index], job.seed);
      content->device.arm_guards(kGuardOfReference);
      bound.arguments.emplace_back(content->device.data());
      inputs[index] = std::move(content);
    } else {
      bound.arguments.emplace_back(answers[index]->data());
    }
  }
  Work work;
  work.launches.push_back(std::move(bound));
  backend_.launch(work);
  auto values = answers.values();
  answers.wipe();  // before what may throw
  answers.check_guards(job);
  for (const auto& [index, input] : inputs) {
    input->device.arm_guards(kGuardByte);
    refuse_changed_input(job.buffers[index], *input, input->device);
  }
  return values;
} catch (const PointFailure& end) {
  throw PointFailure(end.outcome(), fmt::format("the reference: {}", end.what()));
}

}  // namespace warpledger
