#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/error.h"
#include "model/device.h"
#include "model/file_array.h"
#include "model/job.h"
#include "model/metric.h"
#include "model/result.h"

/// JSON conversions of every struct that the parent and its worker exchange.
namespace warpledger {

void to_json(nlohmann::json& json, const Job& job);
void from_json(const nlohmann::json& json, Job& job);
void to_json(nlohmann::json& json, const Compilation& compilation);
void from_json(const nlohmann::json& json, Compilation& compilation);
void to_json(nlohmann::json& json, const FileArray& array);
void from_json(const nlohmann::json& json, FileArray& array);
void to_json(nlohmann::json& json, const Result& result);
void from_json(const nlohmann::json& json, Result& result);
void to_json(nlohmann::json& json, const Device& device);
void from_json(const nlohmann::json& json, Device& device);
void to_json(nlohmann::json& json, const Metric& metric);
void from_json(const nlohmann::json& json, Metric& metric);
void to_json(nlohmann::json& json, const MetricRequest& request);
void from_json(const nlohmann::json& json, MetricRequest& request);
void to_json(nlohmann::json& json, const Finding& finding);
void from_json(const nlohmann::json& json, Finding& finding);
void to_json(nlohmann::json& json, const ChipCounter& counter);
void from_json(const nlohmann::json& json, ChipCounter& counter);
void to_json(nlohmann::json& json, const CounterSupport& support);
void from_json(const nlohmann::json& json, CounterSupport& support);

/// Converts an Error to JSON and back. error_from_json() throws MalformedMessage if `json` is not an error.
nlohmann::json error_to_json(const Error& error);
Error error_from_json(const nlohmann::json& json);

}  // namespace warpledger
