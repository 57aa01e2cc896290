#include "plan/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "model/digest.h"
#include "model/small_float.h"

namespace warpledger {
namespace {

// nlohmann::json sorts keys and writes doubles in their shortest exact form, so the text is canonical.
using Json = nlohmann::json;

Json numbers_of(const std::vector<std::byte>& bytes) {
  Json numbers = Json::array();
  for (const std::byte byte : bytes) numbers.push_back(std::to_integer<int>(byte));
  return numbers;
}

Json to_json(const Argument& argument) {
  if (const auto* buffer = std::get_if<BufferIndex>(&argument)) {
    Json json = {{"buffer", buffer->index}};
    if (buffer->offset != 0) json["offset"] = buffer->offset;
    return json;
  }
  if (const auto* map = std::get_if<TensorMap>(&argument))
    return {{"tensor_map", {map->base.index, map->base.offset}},
            {"type", facts_of(map->type).name},
            {"sizes", map->sizes},
            {"strides", map->strides},
            {"box", map->box},
            {"swizzle", map->swizzle},
            {"l2_promotion", map->l2_promotion}};
  if (const auto* value = std::get_if<StructValue>(&argument)) {
    Json pointers = Json::array();
    for (const auto& [at, to] : value->pointers) pointers.push_back({at, to_json(Argument(to))});
    return {{"struct", numbers_of(value->bytes)}, {"pointers", pointers}};
  }
  const auto& scalar = std::get<Scalar>(argument);
  std::uint64_t bits = 0;
  std::memcpy(&bits, scalar.bytes.data(), sizeof bits);
  return {{"type", facts_of(scalar.type).name}, {"bits", bits}};
}

Json to_json(const Extent& extent) { return {extent.x, extent.y, extent.z}; }

Json to_json(const Launch& launch) {
  Json arguments = Json::array();
  for (const Argument& argument : launch.arguments) arguments.push_back(to_json(argument));
  Json json = {{"function", launch.function},    {"arguments", arguments},        {"grid", to_json(launch.grid)},
               {"block", to_json(launch.block)}, {"shared", launch.shared_bytes}, {"prepare", launch.prepare}};
  // Optional fields are left out, so that older keys stay valid.
  if (launch.attributes.any()) json["attributes"] = {to_json(launch.attributes.cluster), launch.attributes.cooperative};
  if (launch.attributes.programmatic) json["programmatic"] = true;
  if (launch.after) json["after"] = true;
  return json;
}

Json to_json(const BufferSpec& buffer) {
  Json json = {{"name", buffer.name},
               {"type", facts_of(buffer.type).name},
               {"count", buffer.count},
               {"role", static_cast<int>(buffer.role)},
               {"fill", {static_cast<int>(buffer.fill.kind), buffer.fill.a, buffer.fill.b}},
               {"tolerance", {buffer.tolerance.abs, buffer.tolerance.rel}}};
  // Optional fields are left out, so that older keys stay valid.
  if (!buffer.content.empty()) json["content"] = buffer.content;
  if (!buffer.golden.empty()) json["golden"] = buffer.golden;
  if (buffer.tolerance.matched < 1) json["matched"] = buffer.tolerance.matched;
  if (buffer.tolerance.norm > 0) json["norm"] = buffer.tolerance.norm;
  if (buffer.unordered) json["unordered"] = true;
  if (!buffer.compared) json["compared"] = false;
  return json;
}

Json to_json(const Constant& constant) {
  Json json = {{"symbol", constant.symbol}, {"bytes", numbers_of(constant.bytes)}};
  if (constant.buffer) json["buffer"] = *constant.buffer;
  return json;
}

Json to_json(const Measure& measure) {
  Json json = {{"cache", static_cast<int>(measure.cache)},
               {"samples", {measure.min_samples, measure.max_samples}},
               {"noise", measure.max_relative_error},  // old name of the field; renaming it would change every key
               {"time_limit_s", measure.time_limit_s}};
  // Optional fields are left out, so that older keys stay valid.
  if (measure.resolve > 0) json["resolve"] = measure.resolve;
  if (!measure.clocks.empty()) json["clocks"] = measure.clocks;
  if (measure.both_caches) json["both_caches"] = true;
  return json;
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

/// Writes no launch and one launch as older versions did, so that keys stay valid.
Json to_json(const Reference& reference) {
  if (reference.launches.empty()) return to_json(Launch{});
  if (reference.launches.size() == 1) return to_json(reference.launches[0]);
  return list(reference.launches);
}

template <class T>
void store(Scalar& scalar, T value) {
  static_assert(sizeof(T) <= sizeof scalar.bytes);
  std::memcpy(scalar.bytes.data(), &value, sizeof value);
}

[[noreturn]] void fail_range(ElementType type, const TypedExpression& typed, double value) {
  throw Error(typed.value.place(),
              fmt::format("'{}' = {} does not fit {}", typed.value.text(), value, facts_of(type).name),
              "use a larger type, or a smaller value");
}

template <class T>
void store_whole(Scalar& scalar, const TypedExpression& typed, const Values& values) {
  const std::int64_t value = typed.value.whole(values, typed.value.text());
  if (!std::in_range<T>(value)) fail_range(scalar.type, typed, static_cast<double>(value));
  store(scalar, static_cast<T>(value));
}

template <class T>
void store_float(Scalar& scalar, const TypedExpression& typed, const Values& values) {
  const double value = typed.value.number(values);
  if (std::abs(value) > facts_of(scalar.type).most) fail_range(scalar.type, typed, value);
  store(scalar, static_cast<T>(value));
}

void store_bool(Scalar& scalar, const TypedExpression& typed, const Values& values) {
  const double value = typed.value.number(values);
  if (value != 0 && value != 1) fail_range(scalar.type, typed, value);
  store(scalar, static_cast<std::uint8_t>(value));
}

}  // namespace

std::string fill_digest(const FillProgram& fill) {
  return sha256(Json{{"program", digest_of(fill.program)}, {"launch", to_json(fill.launch)}}.dump());
}

std::string job_key(const Job& job, const std::string& program_digest, const std::string& reference_digest) {
  Json content = {{"family", job.family},
                  {"kernel", job.kernel},
                  {"program", program_digest},
                  {"launches", list(job.launches)},
                  {"buffers", list(job.buffers)},
                  {"constants", list(job.constants)},
                  {"reference", {reference_digest, to_json(job.reference)}},
                  {"measure", to_json(job.measure)},
                  {"metrics", list(job.metrics)},
                  {"seed", job.seed}};
  if (job.graph) content["graph"] = true;
  if (!job.program.options.empty()) content["options"] = job.program.options;
  return sha256(content.dump());
}

Scalar pack_scalar(const TypedExpression& typed, const Values& values) {
  Scalar scalar;
  scalar.type = typed.type_slot ? static_cast<ElementType>(values[*typed.type_slot]) : typed.type;
  switch (scalar.type) {
    case ElementType::i32:
      store_whole<std::int32_t>(scalar, typed, values);
      break;
    case ElementType::u32:
      store_whole<std::uint32_t>(scalar, typed, values);
      break;
    case ElementType::i64:
      store_whole<std::int64_t>(scalar, typed, values);
      break;
    case ElementType::u64:
      store_whole<std::uint64_t>(scalar, typed, values);
      break;
    case ElementType::i8:
      store_whole<std::int8_t>(scalar, typed, values);
      break;
    case ElementType::u8:
      store_whole<std::uint8_t>(scalar, typed, values);
      break;
    case ElementType::i16:
      store_whole<std::int16_t>(scalar, typed, values);
      break;
    case ElementType::u16:
      store_whole<std::uint16_t>(scalar, typed, values);
      break;
    case ElementType::boolean:
      store_bool(scalar, typed, values);
      break;
    case ElementType::f16:
      store_float<Float16>(scalar, typed, values);
      break;
    case ElementType::bf16:
      store_float<BFloat16>(scalar, typed, values);
      break;
    case ElementType::f8e4m3:
      store_float<Float8E4M3>(scalar, typed, values);
      break;
    case ElementType::f8e5m2:
      store_float<Float8E5M2>(scalar, typed, values);
      break;
    case ElementType::f32:
      store_float<float>(scalar, typed, values);
      break;
    case ElementType::f64:
      store_float<double>(scalar, typed, values);
      break;
  }
  return scalar;
}

}  // namespace warpledger
