#include "plan/job_key.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "model/digest.h"

namespace warpledger {
namespace {

// nlohmann::json sorts an object's keys and writes doubles by their shortest exact form: the text is canonical.
using Json = nlohmann::json;

Json to_json(const Argument& argument) {
  if (const auto* buffer = std::get_if<BufferIndex>(&argument)) return {{"buffer", buffer->index}};
  const auto& scalar = std::get<Scalar>(argument);
  std::uint64_t bits = 0;
  std::memcpy(&bits, scalar.bytes.data(), sizeof bits);
  return {{"type", facts_of(scalar.type).name}, {"bits", bits}};
}

Json to_json(const Extent& extent) { return {extent.x, extent.y, extent.z}; }

Json to_json(const Launch& launch) {
  Json arguments = Json::array();
  for (const Argument& argument : launch.arguments) arguments.push_back(to_json(argument));
  return {{"function", launch.function},    {"arguments", arguments},        {"grid", to_json(launch.grid)},
          {"block", to_json(launch.block)}, {"shared", launch.shared_bytes}, {"prepare", launch.prepare}};
}

Json to_json(const BufferSpec& buffer) {
  return {{"name", buffer.name},
          {"type", facts_of(buffer.type).name},
          {"count", buffer.count},
          {"role", static_cast<int>(buffer.role)},
          {"fill", {static_cast<int>(buffer.fill.kind), buffer.fill.a, buffer.fill.b}},
          {"tolerance", {buffer.tolerance.abs, buffer.tolerance.rel}}};
}

Json to_json(const Constant& constant) {
  Json bytes = Json::array();
  for (const std::byte byte : constant.bytes) bytes.push_back(std::to_integer<int>(byte));
  return {{"symbol", constant.symbol}, {"bytes", bytes}};
}

Json to_json(const Measure& measure) {
  return {{"cache", static_cast<int>(measure.cache)},
          {"samples", {measure.min_samples, measure.max_samples}},
          {"noise", measure.noise},
          {"time_limit_s", measure.time_limit_s}};
}

Json to_json(const MetricRequest& metric) {
  Json choices = Json::array();
  for (const CounterChoice& choice : metric.choices) choices.push_back({choice.counter, choice.scale, choice.without});
  return {{"name", metric.name}, {"choices", choices}};
}

template <class T>
Json list(const std::vector<T>& items) {
  Json result = Json::array();
  for (const T& item : items) result.push_back(to_json(item));
  return result;
}

}  // namespace

std::string job_key(const Job& job, const std::string& program_digest, const std::string& reference_digest) {
  const Json content = {{"family", job.family},
                        {"kernel", job.kernel},
                        {"program", program_digest},
                        {"launches", list(job.launches)},
                        {"buffers", list(job.buffers)},
                        {"constants", list(job.constants)},
                        {"reference", {reference_digest, to_json(job.reference.launch)}},
                        {"measure", to_json(job.measure)},
                        {"metrics", list(job.metrics)},
                        {"seed", job.seed}};
  return sha256(content.dump());
}

}  // namespace warpledger
