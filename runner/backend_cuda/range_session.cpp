#include "backend_cuda/range_session.h"

#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <fmt/format.h>

#include "backend_cuda/cuda_check.h"
#include "backend_cuda/profiler_host.h"
#include "backend_cuda/toolkit_library.h"
#include "base/error.h"

namespace warpledger {
namespace {

// Without it, later calls of CUPTI crash.
void initialize_profiler() {
  static const CUptiResult result = [] {
    WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Initialize_Params, params);
    return CUPTI(cuptiProfilerInitialize)(&params);
  }();
  check_cupti(result, "cuptiProfilerInitialize");
}

}  // namespace

// Found at run time: this program does not link the driver.
CUcontext current_context() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  check_cuda(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &function, 12000, cudaEnableDefault, &found),
             "looking up cuCtxGetCurrent");
  CUcontext context = nullptr;
  if (found != cudaDriverEntryPointSuccess ||
      reinterpret_cast<CUresult (*)(CUcontext*)>(function)(&context) != CUDA_SUCCESS)
    throw Error("the driver does not report the current context", "update the NVIDIA driver");
  return context;
}

std::vector<std::uint8_t> counter_availability(CUcontext context) {
  initialize_profiler();
  WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_GetCounterAvailability_Params, params);
  params.ctx = context;
  WARPLEDGER_CUPTI(cuptiProfilerGetCounterAvailability, &params);
  std::vector<std::uint8_t> image(params.counterAvailabilityImageSize);
  params.pCounterAvailabilityImage = image.data();
  WARPLEDGER_CUPTI(cuptiProfilerGetCounterAvailability, &params);
  return image;
}

std::string chip_name(int device_index) {
  initialize_profiler();
  WARPLEDGER_CUPTI_PARAMS(CUpti_Device_GetChipName_Params, params);
  params.deviceIndex = static_cast<std::size_t>(device_index);
  WARPLEDGER_CUPTI(cuptiDeviceGetChipName, &params);
  return params.pChipName;
}

RangeSession::RangeSession() {
  initialize_profiler();
  WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_Enable_Params, params);
  params.ctx = current_context();
  WARPLEDGER_CUPTI(cuptiRangeProfilerEnable, &params);
  object_ = params.pRangeProfilerObject;
}

RangeSession::~RangeSession() {
  WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_Disable_Params, params);
  params.pRangeProfilerObject = object_;
  CUPTI(cuptiRangeProfilerDisable)(&params);
}

void RangeSession::configure(std::span<const std::string> counters, std::span<const std::uint8_t> config,
                             std::size_t ranges) {
  std::vector<const char*> names = c_names(counters);
  WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
  size.pRangeProfilerObject = object_;
  size.pMetricNames = names.data();
  size.numMetrics = names.size();
  size.maxNumOfRanges = ranges;
  size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(ranges);
  WARPLEDGER_CUPTI(cuptiRangeProfilerGetCounterDataSize, &size);

  data_.image.assign(size.counterDataSize, 0);
  WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, image);
  image.pRangeProfilerObject = object_;
  image.counterDataSize = data_.image.size();
  image.pCounterData = data_.image.data();
  WARPLEDGER_CUPTI(cuptiRangeProfilerCounterDataImageInitialize, &image);

  WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig_Params, set);
  set.pRangeProfilerObject = object_;
  set.configSize = config.size();
  set.pConfig = config.data();
  set.counterDataImageSize = data_.image.size();
  set.pCounterDataImage = data_.image.data();
  set.range = CUPTI_UserRange;
  set.replayMode = CUPTI_UserReplay;
  set.maxRangesPerPass = ranges;
  set.numNestingLevels = 1;
  set.minNestingLevel = 1;
  set.passIndex = 0;
  set.targetNestingLevel = 1;
  WARPLEDGER_CUPTI(cuptiRangeProfilerSetConfig, &set);
}

void RangeSession::begin_pass() {
  WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_Start_Params, params);
  params.pRangeProfilerObject = object_;
  WARPLEDGER_CUPTI(cuptiRangeProfilerStart, &params);
}

bool RangeSession::end_pass() {
  WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_Stop_Params, params);
  params.pRangeProfilerObject = object_;
  WARPLEDGER_CUPTI(cuptiRangeProfilerStop, &params);
  return params.isAllPassSubmitted != 0;
}

void RangeSession::push(const std::string& range) {
  WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_PushRange_Params, params);
  params.pRangeProfilerObject = object_;
  params.pRangeName = range.c_str();
  WARPLEDGER_CUPTI(cuptiRangeProfilerPushRange, &params);
}

void RangeSession::pop() {
  WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_PopRange_Params, params);
  params.pRangeProfilerObject = object_;
  WARPLEDGER_CUPTI(cuptiRangeProfilerPopRange, &params);
}

const CounterData& RangeSession::decode() {
  WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData_Params, params);
  params.pRangeProfilerObject = object_;
  WARPLEDGER_CUPTI(cuptiRangeProfilerDecodeData, &params);
  index_ranges();
  return data_;
}

// Ranges are found by name, not by position: CUPTI may drop some.
void RangeSession::index_ranges() {
  data_.ranges.clear();
  WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataInfo_Params, info);
  info.pCounterDataImage = data_.image.data();
  info.counterDataImageSize = data_.image.size();
  WARPLEDGER_CUPTI(cuptiRangeProfilerGetCounterDataInfo, &info);
  for (std::size_t i = 0; i < info.numTotalRanges; ++i) {
    WARPLEDGER_CUPTI_PARAMS(CUpti_RangeProfiler_CounterData_GetRangeInfo_Params, range);
    range.pCounterDataImage = data_.image.data();
    range.counterDataImageSize = data_.image.size();
    range.rangeIndex = i;
    range.rangeDelimiter = "/";
    WARPLEDGER_CUPTI(cuptiRangeProfilerCounterDataGetRangeInfo, &range);
    data_.ranges.emplace(range.rangeName, i);
  }
}

}  // namespace warpledger
