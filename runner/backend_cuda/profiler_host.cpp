#include "backend_cuda/profiler_host.h"

#include <cupti_profiler_host.h>
#include <fmt/format.h>

#include <limits>
#include <utility>

#include "backend_cuda/counter_plan.h"
#include "backend_cuda/cuda_check.h"
#include "backend_cuda/toolkit_library.h"
#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

std::string text_or_empty(const char* text) { return text == nullptr ? "" : text; }

CUpti_Profiler_Host_GetMetricProperties_Params properties(CUpti_Profiler_Host_Object* host, const std::string& name) {
  WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Host_GetMetricProperties_Params, params);
  params.pHostObject = host;
  params.pMetricName = name.c_str();
  WARPLEDGER_CUPTI(cuptiProfilerHostGetMetricProperties, &params);
  return params;
}

// Ratios have no sum, and throughputs only percentages. A ratio without unit is a share.
std::string usual_rollup(CUpti_MetricType type, const std::string& unit) {
  if (type == CUPTI_METRIC_TYPE_COUNTER) return ".sum";
  if (type == CUPTI_METRIC_TYPE_THROUGHPUT) return ".avg.pct_of_peak_sustained_elapsed";
  return unit.empty() ? ".pct" : ".ratio";
}

}  // namespace

std::vector<const char*> c_names(std::span<const std::string> names) {
  std::vector<const char*> pointers;
  pointers.reserve(names.size());
  for (const std::string& name : names) pointers.push_back(name.c_str());
  return pointers;
}

std::vector<std::string> known_chips() {
  WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Host_GetSupportedChips_Params, params);
  WARPLEDGER_CUPTI(cuptiProfilerHostGetSupportedChips, &params);
  return {params.ppChipNames, params.ppChipNames + params.numChips};
}

ProfilerHost::ProfilerHost(const std::string& chip, std::vector<std::uint8_t> availability)
    : chip_(chip), availability_(std::move(availability)) {
  WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Host_Initialize_Params, params);
  params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  params.pChipName = chip_.c_str();
  params.pCounterAvailabilityImage = availability_.empty() ? nullptr : availability_.data();
  const CUptiResult result = CUPTI(cuptiProfilerHostInitialize)(&params);
  if (result == CUPTI_ERROR_INVALID_CHIP_NAME)
    throw Error(fmt::format("CUPTI knows no chip '{}'", chip), did_you_mean(chip, known_chips()));
  check_cupti(result, "cuptiProfilerHostInitialize");
  object_ = params.pHostObject;
}

ProfilerHost::~ProfilerHost() {
  WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Host_Deinitialize_Params, params);
  params.pHostObject = object_;
  CUPTI(cuptiProfilerHostDeinitialize)(&params);
}

bool ProfilerHost::has(const std::string& counter) const {
  // CUPTI also describes names without a rollup, but cannot collect them.
  if (counter.find('.') == std::string::npos) return false;
  WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Host_GetMetricProperties_Params, params);
  params.pHostObject = object_;
  params.pMetricName = counter.c_str();
  return CUPTI(cuptiProfilerHostGetMetricProperties)(&params) == CUPTI_SUCCESS;
}

std::vector<std::string> ProfilerHost::base_names() const {
  std::vector<std::string> names;
  for (const CUpti_MetricType type :
       {CUPTI_METRIC_TYPE_COUNTER, CUPTI_METRIC_TYPE_RATIO, CUPTI_METRIC_TYPE_THROUGHPUT}) {
    WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Host_GetBaseMetrics_Params, params);
    params.pHostObject = object_;
    params.metricType = type;
    WARPLEDGER_CUPTI(cuptiProfilerHostGetBaseMetrics, &params);
    names.insert(names.end(), params.ppMetricNames, params.ppMetricNames + params.numMetrics);
  }
  return names;
}

ChipCounter ProfilerHost::describe(const std::string& base_name) const {
  const auto base = properties(object_, base_name);
  const std::string name = base_name + usual_rollup(base.metricType, text_or_empty(base.pDimUnit));
  const auto full = properties(object_, name);
  return {name, text_or_empty(full.pDimUnit), text_or_empty(full.pDescription)};
}

std::vector<std::uint8_t> ProfilerHost::configure(std::span<const std::string> counters) {
  std::vector<const char*> names = c_names(counters);
  WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, add);
  add.pHostObject = object_;
  add.ppMetricNames = names.data();
  add.numMetrics = names.size();
  WARPLEDGER_CUPTI(cuptiProfilerHostConfigAddMetrics, &add);

  WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params, size);
  size.pHostObject = object_;
  WARPLEDGER_CUPTI(cuptiProfilerHostGetConfigImageSize, &size);

  std::vector<std::uint8_t> config(size.configImageSize);
  WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params, image);
  image.pHostObject = object_;
  image.configImageSize = config.size();
  image.pConfigImage = config.data();
  WARPLEDGER_CUPTI(cuptiProfilerHostGetConfigImage, &image);
  return config;
}

std::vector<double> ProfilerHost::evaluate(std::span<const std::uint8_t> counter_data, std::size_t range,
                                           std::span<const std::string> counters) const {
  std::vector<const char*> names = c_names(counters);
  std::vector<double> values(counters.size(), std::numeric_limits<double>::quiet_NaN());
  WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, params);
  params.pHostObject = object_;
  params.pCounterDataImage = counter_data.data();
  params.counterDataImageSize = counter_data.size();
  params.rangeIndex = range;
  params.ppMetricNames = names.data();
  params.numMetrics = names.size();
  params.pMetricValues = values.data();
  WARPLEDGER_CUPTI(cuptiProfilerHostEvaluateToGpuValues, &params);
  return values;
}

int passes_of(std::vector<std::uint8_t>& config) {
  WARPLEDGER_CUPTI_PARAMS(CUpti_Profiler_Host_GetNumOfPasses_Params, params);
  params.configImageSize = config.size();
  params.pConfigImage = config.data();
  WARPLEDGER_CUPTI(cuptiProfilerHostGetNumOfPasses, &params);
  return static_cast<int>(params.numOfPasses);
}

}  // namespace warpledger
