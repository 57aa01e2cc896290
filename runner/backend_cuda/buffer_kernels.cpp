#include "backend_cuda/buffer_kernels.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "backend_cuda/cuda_check.h"

namespace warpledger {
namespace {

template <typename T>
Scalar scalar_of(ElementType type, T value) {
  Scalar scalar{type, {}};
  std::memcpy(scalar.bytes.data(), &value, sizeof value);
  return scalar;
}

Scalar scalar(std::uint64_t value) { return scalar_of(ElementType::u64, value); }
Scalar scalar(double value) { return scalar_of(ElementType::f64, value); }

}  // namespace

BufferKernels::BufferKernels(const WorkStream& stream, const Cubin& cubin)
    : stream_(stream), module_(cubin, "buffer_kernels.cu") {}

void BufferKernels::enqueue(const std::string& function, std::vector<BoundArgument> arguments,
                            std::uint64_t elements) const {
  constexpr std::uint32_t kThreads = 256;
  constexpr std::uint64_t kMostBlocks = 4096;  // beyond it, each thread handles several elements
  const std::uint64_t blocks = std::clamp<std::uint64_t>((elements + kThreads - 1) / kThreads, 1, kMostBlocks);
  const BoundLaunch launch = {&module_,   function, std::move(arguments), {static_cast<std::uint32_t>(blocks)},
                              {kThreads}, 0};
  stream_.enqueue({&launch, 1});
}

void BufferKernels::fill_random(Memory& to, std::size_t offset_bytes, std::size_t bytes, ElementType type,
                                const Fill& fill, RandomStream stream) const {
  enqueue_random({&to, offset_bytes}, bytes, type, fill, stream, {});
}

void BufferKernels::enqueue_random(DevicePointer to, std::size_t bytes, ElementType type, const Fill& fill,
                                   RandomStream stream, DevicePointer sum) const {
  const std::uint64_t count = bytes / facts_of(type).bytes;
  const std::uint64_t normal = fill.kind == Fill::Kind::normal ? 1 : 0;
  enqueue(random_function(type),
          {sum, to, scalar(count), scalar(normal), scalar(fill.a), scalar(fill.b), scalar(stream.key),
           scalar(stream.first)},
          count);
}

void BufferKernels::renew(const Work& work, std::uint64_t execution) const {
  if (work.renewals.empty()) return;
  renew_part(work, true, execution);
  if (!work.prepare.empty()) stream_.enqueue_restores(work.restores);
  stream_.enqueue(work.prepare);
  renew_part(work, false, execution);
}

void BufferKernels::renew_part(const Work& work, bool before_prepare, std::uint64_t execution) const {
  for (std::size_t i = 0; i < work.renewals.size(); ++i) {
    const Renewal& renewal = work.renewals[i];
    if (renewal.before_prepare == before_prepare)
      fill_random(*renewal.memory, renewal.offset_bytes, renewal.bytes, renewal.type, renewal.fill,
                  stream_of(work, i, execution));
  }
}

void BufferKernels::enqueue_answer(const Fingerprint& asked, DevicePointer sum) const {
  enqueue(kFingerprint,
          {sum, DevicePointer{asked.memory, asked.offset_bytes}, scalar(std::uint64_t{asked.bytes}), scalar(asked.key)},
          asked.bytes / sizeof(std::uint64_t));
}

void BufferKernels::enqueue_answer(const Mismatches& asked, DevicePointer sum) const {
  enqueue(mismatches_function(asked.type),
          {sum, asked.got, asked.expected, scalar(std::uint64_t{asked.count}), scalar(asked.abs), scalar(asked.rel)},
          asked.count);
}

void BufferKernels::enqueue_answer(const LargestError& asked, DevicePointer sum) const {
  enqueue(largest_error_function(asked.type), {sum, asked.got, asked.expected, scalar(std::uint64_t{asked.count})},
          asked.count);
}

void BufferKernels::enqueue_answer(const Zone& zone, DevicePointer sum) const {
  enqueue(kUnlike,
          {sum, DevicePointer{zone.memory, zone.offset_bytes}, scalar(std::uint64_t{zone.bytes}),
           scalar(std::to_integer<std::uint64_t>(zone.value))},
          zone.bytes);
}

void BufferKernels::enqueue_answer(const ChangedSince& asked, DevicePointer sum) const {
  const Renewal& renewal = asked.renewal;
  enqueue_random({renewal.memory, renewal.offset_bytes}, renewal.bytes, renewal.type, renewal.fill, asked.stream, sum);
}

std::vector<std::uint64_t> BufferKernels::answers(std::span<const Question> questions, const std::string& who) const {
  std::vector<std::uint64_t> all;
  do {
    const auto asked = questions.first(std::min(kMostAtOnce, questions.size()));
    const std::size_t bytes = asked.size() * sizeof(std::uint64_t);
    check_cuda(cudaMemsetAsync(sums_.address(), 0, bytes, stream_.get()), who);
    for (std::size_t i = 0; i < asked.size(); ++i)
      std::visit([&](const auto& one) { enqueue_answer(one, {&sums_, i * sizeof(std::uint64_t)}); }, asked[i]);
    check_cuda(cudaMemcpyAsync(sums_on_host_.address(), sums_.address(), bytes, cudaMemcpyDeviceToHost, stream_.get()),
               who);
    stream_.wait(who);
    const std::size_t before = all.size();
    all.resize(before + asked.size());
    std::memcpy(all.data() + before, sums_on_host_.address(), bytes);
    questions = questions.subspan(asked.size());
  } while (!questions.empty());
  return all;
}

}  // namespace warpledger
