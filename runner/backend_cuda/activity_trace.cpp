#include "backend_cuda/activity_trace.h"

#include <cupti.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <new>
#include <vector>

#include "backend_cuda/cuda_check.h"
#include "backend_cuda/event_timer.h"
#include "backend_cuda/toolkit_library.h"
#include "base/error.h"
#include "model/samples.h"

namespace warpledger {
namespace {

// What marks are filed under; CUPTI keeps the others for models of parallel programming.
constexpr auto kMarks = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;

struct Span {
  std::uint64_t begin_ns;
  std::uint64_t end_ns;
};

// CUPTI hands buffers over by plain functions, maybe on a thread of its own.
struct Records {
  std::mutex mutex;
  std::map<std::uint32_t, std::uint64_t> numbers;  // by correlation id
  std::map<std::uint32_t, Span> kernels;           // by correlation id
  bool lost = false;

  void clear() {
    const std::lock_guard lock(mutex);
    numbers.clear();
    kernels.clear();
    lost = false;
  }

  void add(const CUpti_Activity& record) {
    if (record.kind == CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION) {
      const auto& mark = reinterpret_cast<const CUpti_ActivityExternalCorrelation&>(record);
      if (mark.externalKind == kMarks) numbers[mark.correlationId] = mark.externalId;
    } else if (record.kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
      // Later versions of the record only add members at its end.
      const auto& kernel = reinterpret_cast<const CUpti_ActivityKernel9&>(record);
      kernels[kernel.correlationId] = {kernel.start, kernel.end};
    }
  }
};

Records& records() {
  static Records all;
  return all;
}

constexpr std::size_t kBuffer_bytes = std::size_t{256} << 10;

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, kBuffer_bytes));
  *size = *buffer == nullptr ? 0 : kBuffer_bytes;
  *most_records = 0;
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid_bytes) {
  const std::lock_guard lock(records().mutex);
  try {
    CUpti_Activity* record = nullptr;
    while (CUPTI(cuptiActivityGetNextRecord)(buffer, valid_bytes, &record) == CUPTI_SUCCESS) records().add(*record);
    std::size_t dropped = 0;
    CUPTI(cuptiActivityGetNumDroppedRecords)(nullptr, 0, &dropped);
    records().lost |= dropped > 0;
  } catch (const std::exception&) {
    records().lost = true;
  }
  std::free(buffer);
}

constexpr std::array kKinds = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION};

}  // namespace

ActivityTrace::ActivityTrace() {
  static const CUptiResult registered = CUPTI(cuptiActivityRegisterCallbacks)(give_buffer, take_buffer);
  check_cupti(registered, "cuptiActivityRegisterCallbacks");
  records().clear();
  for (const auto kind : kKinds) WARPLEDGER_CUPTI(cuptiActivityEnable, kind);
}

ActivityTrace::~ActivityTrace() {
  for (const auto kind : kKinds) CUPTI(cuptiActivityDisable)(kind);
}

ActivityTrace::Mark::Mark(ActivityTrace* trace, std::uint64_t number) : marked_(trace != nullptr) {
  if (marked_) WARPLEDGER_CUPTI(cuptiActivityPushExternalCorrelationId, kMarks, number);
}

ActivityTrace::Mark::~Mark() {
  std::uint64_t number = 0;
  if (marked_) CUPTI(cuptiActivityPopExternalCorrelationId)(kMarks, &number);
}

std::map<std::uint64_t, double> ActivityTrace::spans_ns() {
  WARPLEDGER_CUPTI(cuptiActivityFlushAll, 0);
  const std::lock_guard lock(records().mutex);
  if (records().lost) return {};
  std::map<std::uint64_t, Span> spans;
  for (const auto& [correlation, kernel] : records().kernels) {
    const auto number = records().numbers.find(correlation);
    if (number == records().numbers.end()) continue;
    Span& span = spans.try_emplace(number->second, kernel).first->second;
    span = {std::min(span.begin_ns, kernel.begin_ns), std::max(span.end_ns, kernel.end_ns)};
  }
  std::map<std::uint64_t, double> spans_ns;
  for (const auto& [number, span] : spans) spans_ns[number] = static_cast<double>(span.end_ns - span.begin_ns);
  return spans_ns;
}

ClockReading time_by_activity(EventTimer& timer, const Work& work, Cache cache) try {
  constexpr int kSamples = 15;
  ActivityTrace trace;
  timer.time(work, cache, kSamples, &trace);
  std::vector<double> times_ns;
  for (const auto& [number, span_ns] : trace.spans_ns()) times_ns.push_back(span_ns);
  if (times_ns.size() < kSamples) return {std::nullopt, "CUPTI lost records of the launches"};
  return {median(times_ns), ""};
} catch (const CuptiFailure& failure) {
  return {std::nullopt, failure.what()};
}

}  // namespace warpledger
