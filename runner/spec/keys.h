#pragma once

#include <span>
#include <string_view>

namespace warpledger {

struct Key {
  std::string_view name;
  bool required = false;  ///< in every mapping of its kind
};

inline constexpr bool kRequired = true;

/// Keys allowed in one kind of mapping. The parser rejects other keys and reports missing required ones. The JSON
/// Schemas and docs/ must match.
struct KeyTable {
  std::string_view mapping;  ///< name of the mapping in messages
  std::span<const Key> keys;
};

// kernels/<family>/family.yaml
inline constexpr Key kFamilyKeyList[] = {{"family", kRequired},
                                         {"about", kRequired},
                                         {"parameters", kRequired},
                                         {"buffers", kRequired},
                                         {"constants"},
                                         {"include"},
                                         {"reference"},
                                         {"work"},
                                         {"kernels", kRequired}};
inline constexpr Key kParameterKeyList[] = {{"type", kRequired}, {"default"}, {"values"}, {"min"}, {"max"}, {"about"}};
inline constexpr Key kBufferKeyList[] = {{"type", kRequired}, {"count", kRequired}, {"role", kRequired}, {"fill"},
                                         {"expected"},        {"unordered"},        {"tolerance"}};
inline constexpr Key kConstantKeyList[] = {{"buffer", kRequired}};
inline constexpr Key kFileKeyList[] = {{"file", kRequired}, {"array"}, {"shape"}};
inline constexpr Key kFillKernelKeyList[] = {
    {"kernel", kRequired}, {"source", kRequired}, {"template"}, {"args"}, {"blocks"}, {"threads"}};
inline constexpr Key kToleranceKeyList[] = {{"abs"}, {"rel"}, {"matched"}, {"norm"}, {"because", kRequired}};
inline constexpr Key kReferenceKeyList[] = {{"source", kRequired}, {"kernel"},  {"template"}, {"args"}, {"blocks"},
                                            {"threads"},           {"launches"}};
inline constexpr Key kReferenceLaunchKeyList[] = {
    {"kernel", kRequired}, {"template"}, {"args", kRequired}, {"blocks"}, {"threads"}};
inline constexpr Key kKernelKeyList[] = {{"source"},       {"library"},  {"link"},        {"defines"},  {"options"},
                                         {"where"},        {"template"}, {"args"},        {"blocks"},   {"threads"},
                                         {"shared_bytes"}, {"cluster"},  {"cooperative"}, {"launches"}, {"graph"},
                                         {"outputs"},      {"reference"}};
inline constexpr Key kOptionKeyList[] = {{"option", kRequired}, {"where", kRequired}};
inline constexpr Key kTemplateArgumentKeyList[] = {{"name", kRequired}};
inline constexpr Key kTensorMapKeyList[] = {{"tensor_map", kRequired}, {"type"},    {"sizes", kRequired}, {"strides"},
                                            {"box", kRequired},        {"swizzle"}, {"l2_promotion"}};
inline constexpr Key kStructKeyList[] = {{"struct", kRequired}};
inline constexpr Key kLaunchKeyList[] = {
    {"kernel", kRequired}, {"template"},    {"args", kRequired}, {"blocks"},  {"threads"}, {"shared_bytes"},
    {"cluster"},           {"cooperative"}, {"programmatic"},    {"prepare"}, {"after"}};

inline constexpr KeyTable kFamilyKeys{"family", kFamilyKeyList};
inline constexpr KeyTable kParameterKeys{"parameter", kParameterKeyList};
inline constexpr KeyTable kBufferKeys{"buffer", kBufferKeyList};
inline constexpr KeyTable kConstantKeys{"constant", kConstantKeyList};
inline constexpr KeyTable kFileKeys{"file", kFileKeyList};
inline constexpr KeyTable kFillKernelKeys{"fill kernel", kFillKernelKeyList};
inline constexpr KeyTable kToleranceKeys{"tolerance", kToleranceKeyList};
inline constexpr KeyTable kReferenceKeys{"reference", kReferenceKeyList};
inline constexpr KeyTable kReferenceLaunchKeys{"launch of a reference", kReferenceLaunchKeyList};
inline constexpr KeyTable kKernelKeys{"kernel", kKernelKeyList};
inline constexpr KeyTable kOptionKeys{"option", kOptionKeyList};
inline constexpr KeyTable kTemplateArgumentKeys{"template argument", kTemplateArgumentKeyList};
inline constexpr KeyTable kTensorMapKeys{"tensor map", kTensorMapKeyList};
inline constexpr KeyTable kStructKeys{"struct", kStructKeyList};
inline constexpr KeyTable kLaunchKeys{"launch", kLaunchKeyList};

inline constexpr KeyTable kFamilyFileTables[] = {
    kFamilyKeys,   kParameterKeys,        kBufferKeys,    kFileKeys,   kFillKernelKeys,
    kConstantKeys, kToleranceKeys,        kReferenceKeys, kKernelKeys, kReferenceLaunchKeys,
    kOptionKeys,   kTemplateArgumentKeys, kTensorMapKeys, kStructKeys, kLaunchKeys};

// experiments/<name>.yaml
inline constexpr Key kExperimentKeyList[] = {{"experiment", kRequired},
                                             {"about", kRequired},
                                             {"family"},
                                             {"families"},
                                             {"arguments"},
                                             {"grid", kRequired},
                                             {"derive"},
                                             {"where"},
                                             {"measure"},
                                             {"metrics"},
                                             {"report"},
                                             {"grading"}};
inline constexpr Key kArgumentKeyList[] = {{"axis", kRequired}, {"keep_when"}};
inline constexpr Key kRangeKeyList[] = {{"from", kRequired}, {"to", kRequired}, {"step"}, {"times"}};
inline constexpr Key kFilePatternKeyList[] = {{"files", kRequired}};
inline constexpr Key kMeasureKeyList[] = {{"cache"}, {"samples"}, {"resolve"}, {"time_limit"}, {"clocks"}};
inline constexpr Key kSamplesKeyList[] = {{"min"}, {"max"}, {"max_relative_error"}};
inline constexpr Key kGradingKeyList[] = {{"submission", kRequired},
                                          {"reference"},
                                          {"common"},
                                          {"seeds"},
                                          {"hidden"},
                                          {"rounds"},
                                          {"time_limit"},
                                          {"attempts"},
                                          {"late"},
                                          {"problems", kRequired}};
inline constexpr Key kLateKeyList[] = {{"due", kRequired}, {"grace_days"}, {"per_day", kRequired}, {"at_most"}};
inline constexpr Key kProblemKeyList[] = {
    {"name", kRequired}, {"points", kRequired}, {"kernels"}, {"rules", kRequired}};
inline constexpr Key kRuleKeyList[] = {{"correct"}, {"goal"}, {"ratio"}, {"time_us"},
                                       {"rank"},    {"need"}, {"where"}, {"points", kRequired}};
inline constexpr Key kRatioKeyList[] = {{"full", kRequired}, {"none", kRequired}};

inline constexpr KeyTable kExperimentKeys{"experiment", kExperimentKeyList};
inline constexpr KeyTable kArgumentKeys{"argument", kArgumentKeyList};
inline constexpr KeyTable kRangeKeys{"range", kRangeKeyList};
inline constexpr KeyTable kFilePatternKeys{"file pattern", kFilePatternKeyList};
inline constexpr KeyTable kMeasureKeys{"measure", kMeasureKeyList};
inline constexpr KeyTable kSamplesKeys{"samples", kSamplesKeyList};
inline constexpr KeyTable kGradingKeys{"grading", kGradingKeyList};
inline constexpr KeyTable kLateKeys{"late", kLateKeyList};
inline constexpr KeyTable kProblemKeys{"problem", kProblemKeyList};
inline constexpr KeyTable kRuleKeys{"rule", kRuleKeyList};
inline constexpr KeyTable kRatioKeys{"ratio", kRatioKeyList};

inline constexpr KeyTable kExperimentFileTables[] = {kExperimentKeys, kArgumentKeys, kRangeKeys,   kFilePatternKeys,
                                                     kMeasureKeys,    kSamplesKeys,  kGradingKeys, kLateKeys,
                                                     kProblemKeys,    kRuleKeys,     kRatioKeys};

// metrics/<group>.yaml
inline constexpr Key kMetricGroupKeyList[] = {{"group", kRequired}, {"about", kRequired}, {"metrics"}, {"also"}};
inline constexpr Key kMetricKeyList[] = {{"about", kRequired}, {"unit", kRequired}, {"counters", kRequired}, {"model"}};
inline constexpr Key kCounterKeyList[] = {{"counter", kRequired}, {"without", kRequired}};

inline constexpr KeyTable kMetricGroupKeys{"metric group", kMetricGroupKeyList};
inline constexpr KeyTable kMetricKeys{"metric", kMetricKeyList};
inline constexpr KeyTable kCounterKeys{"counter", kCounterKeyList};

inline constexpr KeyTable kMetricGroupFileTables[] = {kMetricGroupKeys, kMetricKeys, kCounterKeys};

}  // namespace warpledger
