#include "backend_cuda/activity_trace.h"

#include <cupti.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "backend_cuda/cuda_check.h"
#include "backend_cuda/event_timer.h"
#include "backend_cuda/toolkit_library.h"
#include "base/error.h"
#include "model/samples.h"

namespace warpledger {
namespace {

struct KernelRecord {
  std::uint64_t begin_ns;
  std::uint64_t end_ns;
  std::string name;
};

// CUPTI delivers buffers through plain functions, possibly on its own thread.
struct Records {
  std::mutex mutex;
  std::vector<KernelRecord> kernels;
  bool lost = false;

  void clear() {
    const std::lock_guard lock(mutex);
    kernels.clear();
    lost = false;
  }

  void add(const CUpti_Activity& record) {
    if (record.kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) return;
    const auto& kernel = reinterpret_cast<const CUpti_ActivityKernel9&>(record);
    kernels.push_back({kernel.start, kernel.end, kernel.name == nullptr ? "" : kernel.name});
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

}  // namespace

ActivityTrace::ActivityTrace() {
  static const CUptiResult registered = CUPTI(cuptiActivityRegisterCallbacks)(give_buffer, take_buffer);
  check_cupti(registered, "cuptiActivityRegisterCallbacks");
  records().clear();
  WARPLEDGER_CUPTI(cuptiActivityEnable, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
}

ActivityTrace::~ActivityTrace() { CUPTI(cuptiActivityDisable)(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL); }

std::vector<double> ActivityTrace::spans_between_ns(const std::string& mark) {
  WARPLEDGER_CUPTI(cuptiActivityFlushAll, CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  const std::lock_guard lock(records().mutex);
  if (records().lost) return {};
  std::ranges::sort(records().kernels, {}, &KernelRecord::begin_ns);
  std::vector<double> spans_ns;
  bool inside = false;
  std::optional<KernelRecord> span;
  for (const KernelRecord& kernel : records().kernels) {
    if (kernel.name == mark) {
      if (inside && span) spans_ns.push_back(static_cast<double>(span->end_ns - span->begin_ns));
      inside = !inside;
      span.reset();
    } else if (inside) {
      if (!span) span = kernel;
      span->end_ns = std::max(span->end_ns, kernel.end_ns);
    }
  }
  return spans_ns;
}

ClockReading time_by_activity(EventTimer& timer, const Work& work, Cache cache) try {
  constexpr std::size_t kSamples = 15;
  ActivityTrace trace;
  timer.time(work, cache, kSamples);
  std::vector<double> spans_ns = trace.spans_between_ns(kStampKernel);
  if (spans_ns.size() != kSamples + 1)
    return {std::nullopt, fmt::format("CUPTI recorded {} of {} samples", spans_ns.size(), kSamples + 1)};
  spans_ns.erase(spans_ns.begin());  // not a sample: see EventTimer::time
  return {median(spans_ns), ""};
} catch (const CuptiFailure& failure) {
  return {std::nullopt, failure.what()};
}

}  // namespace warpledger
