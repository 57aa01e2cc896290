#include "backend_host/profile_l1_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "l1_model/pattern.h"

namespace warpledger {
namespace {

using nlohmann::json;

bool is_byte_count(const json& value) { return value.is_number_integer() && value >= 0; }

/// Reads the section key by key, and knows in the end which keys nobody asked for.
class SectionReader {
 public:
  SectionReader(const json& section, const std::string& path) : section_(section), path_(path) {
    if (!section.is_object()) refuse("'memory_model' is no object", "see the other files in devices/");
  }

  std::uint32_t count(const std::string& key, std::uint32_t least, std::uint32_t most) {
    const json& value = value_of(key);
    const bool fits = value.is_number_integer() && value >= least && value <= most;
    if (!fits)
      refuse(fmt::format("'{}' of memory_model must be an integer from {} to {}", key, least, most), "correct it");
    return value;
  }

  std::vector<std::uint64_t> list_of_bytes(const std::string& key) {
    const json& value = value_of(key);
    std::vector<std::uint64_t> bytes;
    if (value.is_array() && std::all_of(value.begin(), value.end(), is_byte_count)) value.get_to(bytes);
    if (bytes.empty() || !std::is_sorted(bytes.begin(), bytes.end()))
      refuse(fmt::format("'{}' of memory_model must be a list of bytes in ascending order", key), "correct it");
    return bytes;
  }

  void refuse_other_keys() const {
    for (const auto& [key, unused] : section_.items())
      if (std::find(asked_.begin(), asked_.end(), key) == asked_.end())
        refuse(fmt::format("unknown key '{}' in memory_model", key), did_you_mean(key, asked_));
  }

  [[noreturn]] void refuse(const std::string& what, const std::string& cure) const {
    throw Error({.file = path_}, what, cure);
  }

 private:
  const json& value_of(const std::string& key) {
    asked_.push_back(key);
    const auto entry = section_.find(key);
    const bool sourced = entry != section_.end() && entry->is_object() && entry->size() == 2 &&
                         entry->contains("value") && entry->contains("source") && (*entry)["source"].is_string();
    if (!sourced)
      refuse(fmt::format("memory_model needs '{}' and its source", key),
             fmt::format("write \"{}\": {{\"value\": ..., \"source\": \"<where from>\"}}", key));
    return (*entry)["value"];
  }

  const json& section_;
  const std::string& path_;
  std::vector<std::string> asked_;
};

constexpr std::uint32_t kMostBytes = 1U << 30;
constexpr std::uint32_t kMostCycles = 100000;

}  // namespace

ModelParameters read_memory_model(const json& section, const std::string& path) {
  SectionReader reader(section, path);
  ModelParameters model;
  model.unified_bytes = reader.count("unified_bytes", kLineBytes, kMostBytes);
  model.shared_carveouts_bytes = reader.list_of_bytes("shared_carveouts_bytes");
  model.l1.sets = reader.count("l1_sets", 1, 4096);
  model.l1.write_window_cycles = reader.count("store_window_cycles", 1, kMostCycles);
  ReplayClock& clock = model.l1.clock;
  clock.hit_cycles = reader.count("hit_cycles", 1, kMostCycles);
  clock.miss_cycles = reader.count("miss_cycles", 1, kMostCycles);
  clock.miss_jitter_cycles = reader.count("miss_jitter_cycles", 0, clock.miss_cycles);
  clock.loads_together = reader.count("loads_together", 1, 64);
  clock.fill_sectors_per_cycle = reader.count("fill_sectors_per_cycle", 1, 64);
  clock.store_cycles = reader.count("store_cycles", 1, kMostCycles);
  clock.request_gap_cycles = reader.count("request_gap_cycles", 1, kMostCycles);
  reader.refuse_other_keys();
  if (!std::has_single_bit(model.l1.sets))
    reader.refuse("'l1_sets' of memory_model must be a power of two", "correct it");
  if (model.unified_bytes < model.shared_carveouts_bytes.back() + model.l1.sets * kLineBytes)
    reader.refuse("unified_bytes of memory_model leaves no L1 beside the largest carve-out", "correct it");
  return model;
}

}  // namespace warpledger
