#include "backend_host/kernel_message.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

#include "backend_host/gpu_code.h"
#include "base/error.h"
#include "exec/frame.h"

namespace warpledger {

using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReplayClock, hit_cycles, miss_cycles, miss_jitter_cycles, loads_together,
                                   fill_sectors_per_cycle, store_cycles, request_gap_cycles)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(L1Parameters, bytes, sets, write_window_cycles, clock)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ModelParameters, unified_bytes, shared_carveouts_bytes, l1)

namespace {

/// Limits a kernel process's own texts.
constexpr std::size_t kMostTextBytes = std::size_t{64} << 10;

/// Above any count of a launch that ends.
constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 50;

void require(bool holds, const char* what) {
  if (!holds) throw MalformedMessage(what);
}

json message_of(const Extent& extent) { return json::array({extent.x, extent.y, extent.z}); }

Extent extent_from(const json& message) { return {message.at(0), message.at(1), message.at(2)}; }

std::string text_from(const json& message, const char* key) {
  auto text = part<std::string>(message, key);
  require(text.size() <= kMostTextBytes, "a text without end");
  return text;
}

/// Rejects floats, which may exceed any integer, and negative numbers.
std::uint64_t whole_from(const json& message, const char* key) {
  const auto value = part<json>(message, key);
  require(value.is_number_integer() && value >= 0, "a number that is not whole");
  return value.get<std::uint64_t>();
}

void check_accesses(const AccessCounts& counts) {
  require(counts.requests <= kMostCounted && counts.lane_accesses <= 32 * counts.requests &&
              counts.lane_accesses >= counts.requests,
          "accesses of no warp");
  // 32 lanes of 16 bytes touch at most two sectors each, and take at most kMostTurns turns.
  constexpr std::uint64_t kMostTurns = 2048;  // 64 sectors, each in 32 turns
  require(counts.sectors <= 64 * counts.requests && counts.conflicts <= kMostTurns * counts.requests,
          "more sectors or conflicts than accesses have");
}

void check_counts(const SmCounts& counts) {
  for (const Space space : {Space::global, Space::shared, Space::local, Space::constant})
    for (const AccessKind kind : {AccessKind::load, AccessKind::store, AccessKind::atomic})
      check_accesses(counts.accesses.of(space, kind));
  const AccessCounts& loads = counts.accesses.of(Space::global, AccessKind::load);
  const AccessCounts& stores = counts.accesses.of(Space::global, AccessKind::store);
  require(counts.loaded_sectors <= counts.l1_read_sectors && counts.l1_read_sectors <= loads.sectors,
          "an L1 that reads what nobody loads");
  require(counts.l1_missed_lines <= counts.l1_read_sectors, "missed lines without sectors");
  require(counts.stored_sectors <= counts.l1_written_sectors && counts.l1_written_sectors <= stores.sectors,
          "an L1 that writes what nobody stores");
  require(counts.global_conflicts_least <= kMostCounted && counts.global_conflicts <= kMostCounted,
          "conflicts without end");
  for (const std::uint64_t reuses : counts.reuses) require(reuses <= loads.lane_accesses, "reuses of nothing");
}

void check_model(const LaunchModel& model, std::uint64_t blocks, std::uint32_t sm_count) {
  check_counts(model.counts);
  const Sampling& sampling = model.sampling;
  require(std::isfinite(sampling.scale) && std::isfinite(sampling.scale_upper) && sampling.scale_lower >= 0 &&
              sampling.scale_lower <= sampling.scale && sampling.scale <= sampling.scale_upper,
          "a sample of nothing");
  require(sampling.scale_upper <= static_cast<double>(blocks) * 1e3, "a sample of another launch");
  require(model.sampled_sms >= 1 && static_cast<std::uint32_t>(model.sampled_sms) <= sm_count,
          "SMs that are not there");
  require(model.instructions.value_or(0) <= kMostCounted, "instructions without end");
  require(model.instructions || !model.no_instructions.empty(), "neither instructions nor why not");
}

}  // namespace

json bytes_message(std::string_view bytes) { return binary_of(std::as_bytes(std::span(bytes))); }

std::string bytes_from(const json& message) {
  const auto& bytes = message.get_binary();
  return {bytes.begin(), bytes.end()};
}

json message_of(const Profile& profile) {
  json message = {{"id", profile.id}, {"facts", profile.facts}};
  if (profile.memory_model) message["memory_model"] = *profile.memory_model;
  return message;
}

Profile profile_from(const json& message) {
  Profile profile;
  profile.id = message.at("id");
  message.at("facts").get_to(profile.facts);
  if (message.contains("memory_model")) profile.memory_model = message.at("memory_model").get<ModelParameters>();
  return profile;
}

json message_of(const Cubin& cubin) { return {{"image", bytes_message(cubin.image)}, {"functions", cubin.functions}}; }

Cubin cubin_from(const json& message) { return {bytes_from(message.at("image")), message.at("functions")}; }

json message_of(const Constant& constant) {
  return {{"symbol", constant.symbol}, {"bytes", binary_of(constant.bytes)}};
}

Constant constant_from(const json& message) {
  Constant constant;
  message.at("symbol").get_to(constant.symbol);
  constant.bytes = bytes_in(message.at("bytes"));
  return constant;
}

/// A pointer is sent as number of its memory and offset.
json message_of(const DevicePointer& pointer, std::span<const NamedMemory> memories) {
  if (pointer.memory == nullptr) return {{"memory", nullptr}};
  const auto named = std::ranges::find(memories, pointer.memory, &NamedMemory::memory);
  if (named == memories.end()) throw Error("a launch names a memory that its Work does not", "report this as a defect");
  return {{"memory", named - memories.begin()}, {"offset", pointer.offset_bytes}};
}

DevicePointer pointer_from(const json& message, const std::vector<std::unique_ptr<HostMemory>>& memories) {
  if (message.at("memory").is_null()) return {};
  return {memories.at(message.at("memory")).get(), message.at("offset")};
}

json message_of(const BoundArgument& argument, std::span<const NamedMemory> memories) {
  if (const auto* scalar = std::get_if<Scalar>(&argument))
    return {{"type", scalar->type}, {"bytes", binary_of(scalar->bytes)}};
  const auto* value = std::get_if<BoundStruct>(&argument);
  if (value == nullptr) return message_of(std::get<DevicePointer>(argument), memories);
  json pointers = json::array();
  for (const auto& [at, to] : value->pointers) pointers.push_back({at, message_of(to, memories)});
  return {{"struct", binary_of(value->bytes)}, {"pointers", pointers}};
}

BoundStruct struct_from(const json& message, const std::vector<std::unique_ptr<HostMemory>>& memories) {
  BoundStruct value{.bytes = bytes_in(message.at("struct")), .pointers = {}};
  for (const json& pointer : message.at("pointers"))
    value.pointers.push_back({pointer.at(0), pointer_from(pointer.at(1), memories)});
  return value;
}

BoundArgument argument_from(const json& message, const std::vector<std::unique_ptr<HostMemory>>& memories) {
  if (message.contains("memory")) return pointer_from(message, memories);
  if (message.contains("struct")) return struct_from(message, memories);
  Scalar scalar{};
  message.at("type").get_to(scalar.type);
  const std::vector<std::byte> bytes = bytes_in(message.at("bytes"));
  std::copy_n(bytes.begin(), std::min(bytes.size(), scalar.bytes.size()), scalar.bytes.begin());
  return scalar;
}

json message_of(const BoundLaunch& launch, std::span<const NamedMemory> memories) {
  refuse_tensor_maps(launch);
  json arguments = json::array();
  for (const BoundArgument& argument : launch.arguments) arguments.push_back(message_of(argument, memories));
  return {{"function", launch.function},
          {"arguments", arguments},
          {"grid", message_of(launch.grid)},
          {"block", message_of(launch.block)},
          {"shared_bytes", launch.shared_bytes},
          {"cluster", message_of(launch.attributes.cluster)},
          {"cooperative", launch.attributes.cooperative}};
}

BoundLaunch launch_from(const json& message, const Module& program,
                        const std::vector<std::unique_ptr<HostMemory>>& memories) {
  BoundLaunch launch{&program,
                     message.at("function"),
                     {},
                     extent_from(message.at("grid")),
                     extent_from(message.at("block")),
                     message.at("shared_bytes"),
                     {extent_from(message.at("cluster")), message.at("cooperative")}};
  for (const json& argument : message.at("arguments")) launch.arguments.push_back(argument_from(argument, memories));
  return launch;
}

json message_of(const LaunchModel& model) {
  const Sampling& sampling = model.sampling;
  json message = {{"counts", binary_of(std::as_bytes(std::span(&model.counts, 1)))},
                  {"scale", {sampling.scale_lower, sampling.scale, sampling.scale_upper}},
                  {"whole_grid", sampling.whole_grid},
                  {"divergent", sampling.divergent},
                  {"sampled_sms", model.sampled_sms},
                  {"no_instructions", model.no_instructions},
                  {"silent_loop", model.silent_loop},
                  {"only_global", model.only_global}};
  if (model.instructions) message["instructions"] = *model.instructions;
  return {{"model", message}};
}

LaunchModel launch_model_from(const json& message, std::uint64_t blocks, std::uint32_t sm_count) {
  LaunchModel model;
  const auto counts = part<json::binary_t>(message, "counts");
  static_assert(std::is_trivially_copyable_v<SmCounts>);
  require(counts.size() == sizeof model.counts, "counts of another size");
  std::memcpy(&model.counts, counts.data(), sizeof model.counts);
  const auto scale = part<std::array<double, 3>>(message, "scale");
  model.sampling = {scale[1], scale[0], scale[2], part<bool>(message, "whole_grid"), part<bool>(message, "divergent")};
  model.sampled_sms = static_cast<int>(std::min<std::uint64_t>(whole_from(message, "sampled_sms"), sm_count + 1));
  if (message.contains("instructions")) model.instructions = whole_from(message, "instructions");
  model.no_instructions = text_from(message, "no_instructions");
  model.silent_loop = part<bool>(message, "silent_loop");
  model.only_global = part<bool>(message, "only_global");
  check_model(model, blocks, sm_count);
  return model;
}

json message_of(const PointFailure& end) {
  return {{"outcome", name_of(end.outcome())}, {"reason", std::string(end.what()).substr(0, kMostTextBytes)}};
}

json message_of(const Error& error) {
  return {{"problem", error.problem().substr(0, kMostTextBytes)}, {"hint", error.hint().substr(0, kMostTextBytes)}};
}

void throw_failure(const json& answer) {
  require(answer.is_object(), "an answer that is none");
  if (answer.contains("problem")) throw Error(text_from(answer, "problem"), text_from(answer, "hint"));
  if (!answer.contains("outcome")) return;
  const std::string outcome = text_from(answer, "outcome"), reason = text_from(answer, "reason");
  for (const Outcome one : {Outcome::launch_failed, Outcome::invalid_point, Outcome::compile_failed})
    if (outcome == name_of(one)) throw PointFailure(one, reason);
  throw MalformedMessage("an outcome that no kernel has");
}

}  // namespace warpledger
