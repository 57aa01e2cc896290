#pragma once

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "exec/frame.h"
#include "model/device.h"
#include "model/finding.h"
#include "model/job.h"
#include "model/metric.h"
#include "model/result.h"

/// The words between the parent and its worker: every struct that crosses the pipe, as JSON.
namespace warpledger {

void to_json(nlohmann::json& json, const Job& job);
void from_json(const nlohmann::json& json, Job& job);
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

/// An Error, and the Error back from it. Throws MalformedMessage when it is none.
nlohmann::json error_to_json(const Error& error);
Error error_from_json(const nlohmann::json& json);

/// What a message holds under `key`. Throws MalformedMessage when it is not there or not a T.
template <class T>
T part(const nlohmann::json& message, const char* key) {
  try {
    return message.at(key).get<T>();
  } catch (const nlohmann::json::exception&) {
    throw MalformedMessage();
  }
}

}  // namespace warpledger
