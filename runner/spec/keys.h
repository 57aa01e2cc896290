#pragma once

#include <span>
#include <string_view>

namespace warpledger {

/// The keys that one kind of mapping may have. The parser refuses every other key, and the JSON Schemas for editors
/// must name the same ones.
struct KeyTable {
  std::string_view mapping;  ///< what the mapping describes, as messages call it
  std::span<const std::string_view> keys;
};

// kernels/<family>/family.yaml
inline constexpr std::string_view kFamilyKeyNames[] = {"family",    "about",     "parameters", "buffers",
                                                       "constants", "reference", "work",       "kernels"};
inline constexpr std::string_view kParameterKeyNames[] = {"type", "default", "values", "min", "max", "about"};
inline constexpr std::string_view kBufferKeyNames[] = {"type", "count", "role", "fill", "tolerance"};
inline constexpr std::string_view kToleranceKeyNames[] = {"abs", "rel", "because"};
inline constexpr std::string_view kReferenceKeyNames[] = {"source", "kernel", "template", "args", "blocks", "threads"};
inline constexpr std::string_view kKernelKeyNames[] = {"source", "where",   "template",     "args",
                                                       "blocks", "threads", "shared_bytes", "launches"};
inline constexpr std::string_view kLaunchKeyNames[] = {"kernel",  "template",     "args",   "blocks",
                                                       "threads", "shared_bytes", "prepare"};

inline constexpr KeyTable kFamilyKeys{"family", kFamilyKeyNames};
inline constexpr KeyTable kParameterKeys{"parameter", kParameterKeyNames};
inline constexpr KeyTable kBufferKeys{"buffer", kBufferKeyNames};
inline constexpr KeyTable kToleranceKeys{"tolerance", kToleranceKeyNames};
inline constexpr KeyTable kReferenceKeys{"reference", kReferenceKeyNames};
inline constexpr KeyTable kKernelKeys{"kernel", kKernelKeyNames};
inline constexpr KeyTable kLaunchKeys{"launch", kLaunchKeyNames};

inline constexpr KeyTable kFamilyFileTables[] = {kFamilyKeys,    kParameterKeys, kBufferKeys, kToleranceKeys,
                                                 kReferenceKeys, kKernelKeys,    kLaunchKeys};

// experiments/<name>.yaml
inline constexpr std::string_view kExperimentKeyNames[] = {
    "experiment", "about", "family", "arguments", "grid", "derive", "where", "measure", "metrics", "report", "grading"};
inline constexpr std::string_view kArgumentKeyNames[] = {"axis", "keep_when"};
inline constexpr std::string_view kRangeKeyNames[] = {"from", "to", "step", "times"};
inline constexpr std::string_view kMeasureKeyNames[] = {"cache", "samples", "time_limit"};
inline constexpr std::string_view kSamplesKeyNames[] = {"min", "max", "noise"};
inline constexpr std::string_view kGradingKeyNames[] = {"submission", "reference", "seeds",
                                                        "hidden",     "rounds",    "problems"};
inline constexpr std::string_view kProblemKeyNames[] = {"name", "points", "kernels", "rules"};
inline constexpr std::string_view kRuleKeyNames[] = {"correct", "goal", "ratio", "time_us",
                                                     "rank",    "need", "where", "points"};
inline constexpr std::string_view kRatioKeyNames[] = {"full", "none"};

inline constexpr KeyTable kExperimentKeys{"experiment", kExperimentKeyNames};
inline constexpr KeyTable kArgumentKeys{"argument", kArgumentKeyNames};
inline constexpr KeyTable kRangeKeys{"range", kRangeKeyNames};
inline constexpr KeyTable kMeasureKeys{"measure", kMeasureKeyNames};
inline constexpr KeyTable kSamplesKeys{"samples", kSamplesKeyNames};
inline constexpr KeyTable kGradingKeys{"grading", kGradingKeyNames};
inline constexpr KeyTable kProblemKeys{"problem", kProblemKeyNames};
inline constexpr KeyTable kRuleKeys{"rule", kRuleKeyNames};
inline constexpr KeyTable kRatioKeys{"ratio", kRatioKeyNames};

inline constexpr KeyTable kExperimentFileTables[] = {kExperimentKeys, kArgumentKeys, kRangeKeys,
                                                     kMeasureKeys,    kSamplesKeys,  kGradingKeys,
                                                     kProblemKeys,    kRuleKeys,     kRatioKeys};

// metrics/<group>.yaml
inline constexpr std::string_view kMetricGroupKeyNames[] = {"group", "about", "metrics", "also"};
inline constexpr std::string_view kMetricKeyNames[] = {"about", "unit", "counters", "model"};
inline constexpr std::string_view kCounterKeyNames[] = {"counter", "without"};

inline constexpr KeyTable kMetricGroupKeys{"metric group", kMetricGroupKeyNames};
inline constexpr KeyTable kMetricKeys{"metric", kMetricKeyNames};
inline constexpr KeyTable kCounterKeys{"counter", kCounterKeyNames};

inline constexpr KeyTable kMetricGroupFileTables[] = {kMetricGroupKeys, kMetricKeys, kCounterKeys};

}  // namespace warpledger
