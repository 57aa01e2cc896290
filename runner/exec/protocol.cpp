#include "exec/protocol.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "exec/frame.h"

namespace nlohmann {

template <typename T>
struct adl_serializer<std::optional<T>> {
  static void to_json(json& j, const std::optional<T>& value) {
    if (value) {
      j = *value;
    } else {
      j = nullptr;
    }
  }
  static void from_json(const json& j, std::optional<T>& value) {
    value = j.is_null() ? std::nullopt : std::optional<T>(j.get<T>());
  }
};

template <typename T>
struct adl_serializer<std::shared_ptr<const T>> {
  static void to_json(json& j, const std::shared_ptr<const T>& value) {
    if (value) {
      j = *value;
    } else {
      j = nullptr;
    }
  }
  static void from_json(const json& j, std::shared_ptr<const T>& value) {
    value = j.is_null() ? nullptr : std::make_shared<const T>(j.get<T>());
  }
};

}  // namespace nlohmann

namespace warpledger {

using nlohmann::json;

// By name, so that invalid values are rejected.
void to_json(json& j, Confidence confidence) { j = name_of(confidence); }
void from_json(const json& j, Confidence& confidence) {
  const auto* const found = std::find(kConfidenceNames.begin(), kConfidenceNames.end(), j.get<std::string>());
  if (found == kConfidenceNames.end()) throw MalformedMessage();
  confidence = static_cast<Confidence>(found - kConfidenceNames.begin());
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourceFile, name, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Program, main, headers, options)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Fill, kind, a, b)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Tolerance, abs, rel, because, matched, norm)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Extent, x, y, z)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaunchAttributes, cluster, cooperative, programmatic)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Quantity, kind, name, value, word)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Measure, cache, both_caches, min_samples, max_samples, max_relative_error, resolve,
                                   time_limit_s, clocks)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CounterChoice, counter, scale, without)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ModelChoice, quantity, scale)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Estimate, lower, upper, confidence, because, model_version, profile_digest,
                                   sampled_sms)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Sample, time_ns, sm_clock_mhz)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Timing, samples, clock, stop_rule)
// Older spill files lack the fields after max_abs_error.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Check, buffer, elements, mismatches, max_abs_error, zeros_pass,
                                                untouched_pass, rounded_pass)

void to_json(json& j, const Scalar& scalar) { j = {{"type", scalar.type}, {"bytes", binary_of(scalar.bytes)}}; }
void from_json(const json& j, Scalar& scalar) {
  j.at("type").get_to(scalar.type);
  const std::vector<std::byte> bytes = bytes_in(j.at("bytes"));
  std::copy_n(bytes.begin(), std::min(bytes.size(), scalar.bytes.size()), scalar.bytes.begin());
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BufferIndex, index, offset)

void to_json(json& j, const StructValue& value) {
  j = {{"bytes", binary_of(value.bytes)}, {"pointers", json::array()}};
  for (const auto& [at, to] : value.pointers) j["pointers"].push_back({at, to});
}
void from_json(const json& j, StructValue& value) {
  value.bytes = bytes_in(j.at("bytes"));
  for (const json& pointer : j.at("pointers")) {
    const auto at = pointer.at(0).get<std::size_t>();
    if (value.bytes.size() < sizeof(void*) || at > value.bytes.size() - sizeof(void*))
      throw Error("a struct's pointer is outside the struct", "report this as a defect");
    value.pointers.push_back({at, pointer.at(1).get<BufferIndex>()});
  }
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TensorMap, base, type, sizes, strides, box, swizzle, l2_promotion)

void to_json(json& j, const Argument& argument) {
  if (const auto* scalar = std::get_if<Scalar>(&argument)) {
    j = *scalar;
  } else if (const auto* map = std::get_if<TensorMap>(&argument)) {
    j = {{"tensor_map", *map}};
  } else if (const auto* value = std::get_if<StructValue>(&argument)) {
    j = {{"struct", *value}};
  } else {
    const auto& pointer = std::get<BufferIndex>(argument);
    j = {{"buffer", pointer.index}, {"offset", pointer.offset}};
  }
}
void from_json(const json& j, Argument& argument) {
  if (j.contains("buffer")) {
    argument = BufferIndex{j.at("buffer").get<std::size_t>(), j.at("offset").get<std::int64_t>()};
  } else if (j.contains("tensor_map")) {
    argument = j.at("tensor_map").get<TensorMap>();
  } else if (j.contains("struct")) {
    argument = j.at("struct").get<StructValue>();
  } else {
    argument = j.get<Scalar>();
  }
}

void to_json(json& j, const Constant& constant) {
  j = {{"symbol", constant.symbol}, {"bytes", binary_of(constant.bytes)}};
  if (constant.buffer) j["buffer"] = *constant.buffer;
}
void from_json(const json& j, Constant& constant) {
  j.at("symbol").get_to(constant.symbol);
  constant.bytes = bytes_in(j.at("bytes"));
  if (j.contains("buffer")) constant.buffer = j.at("buffer").get<std::size_t>();
}

void to_json(json& j, const Compilation& compilation) {
  j = {{"program", compilation.program}, {"functions", compilation.functions}, {"counted", compilation.counted}};
}
void from_json(const json& j, Compilation& compilation) {
  j.at("program").get_to(compilation.program);
  j.at("functions").get_to(compilation.functions);
  j.at("counted").get_to(compilation.counted);
}

void to_json(json& j, const FileArray& array) {
  j = {{"digest", array.digest}, {"type", array.type}, {"bytes", binary_of(array.bytes)}};
}
void from_json(const json& j, FileArray& array) {
  j.at("digest").get_to(array.digest);
  j.at("type").get_to(array.type);
  array.bytes = bytes_in(j.at("bytes"));
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Launch, function, arguments, grid, block, shared_bytes, prepare, after, attributes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Reference, program, launches)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FillProgram, program, launch)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BufferSpec, name, type, count, role, fill, tolerance, content, golden, unordered,
                                   compared, maker)

#define WARPLEDGER_MESSAGE(Type, ...)                                          \
  void to_json(json& nlohmann_json_j, const Type& nlohmann_json_t) {           \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))   \
  }                                                                            \
  void from_json(const json& nlohmann_json_j, Type& nlohmann_json_t) {         \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM, __VA_ARGS__)) \
  }
WARPLEDGER_MESSAGE(MetricRequest, name, unit, about, choices, model)
WARPLEDGER_MESSAGE(Metric, name, value, unit, source, reason, estimate)
WARPLEDGER_MESSAGE(Job, ordinal, key, family, kernel, instance, identity, quantities, program, buffers, constants,
                   launches, graph, reference, measure, metrics, seed, untrusted, renewed)
WARPLEDGER_MESSAGE(Result, ordinal, outcome, reason, checks, timing, prepare_timing, metrics, wall_s)
WARPLEDGER_MESSAGE(Device, id, backend, uuid, name, chip, facts, environment)
WARPLEDGER_MESSAGE(Finding, what, works, detail, hint)
#undef WARPLEDGER_MESSAGE

json error_to_json(const Error& error) {
  const Place& place = error.where();
  return {{"file", place.file},           {"line", place.line},         {"column", place.column},
          {"line_text", place.line_text}, {"problem", error.problem()}, {"hint", error.hint()}};
}

Error error_from_json(const json& j) {
  return Error({part<std::string>(j, "file"), part<std::size_t>(j, "line"), part<std::size_t>(j, "column"),
                part<std::string>(j, "line_text")},
               part<std::string>(j, "problem"), part<std::string>(j, "hint"));
}

void to_json(json& j, const ChipCounter& counter) {
  j = {{"name", counter.name}, {"unit", counter.unit}, {"about", counter.about}};
}

void from_json(const json& j, ChipCounter& counter) {
  j.at("name").get_to(counter.name);
  j.at("unit").get_to(counter.unit);
  j.at("about").get_to(counter.about);
}

void to_json(json& j, const CounterSupport& support) {
  j = {
      {"chip", support.chip}, {"passes", support.passes}, {"metrics", support.metrics}, {"counters", support.counters}};
}

void from_json(const json& j, CounterSupport& support) {
  j.at("chip").get_to(support.chip);
  j.at("passes").get_to(support.passes);
  j.at("metrics").get_to(support.metrics);
  j.at("counters").get_to(support.counters);
}

}  // namespace warpledger
