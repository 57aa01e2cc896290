#include "backend_host/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "l1_model/pattern_table.h"
#include "model/device.h"
#include "model/digest.h"
#include "model/unique_keys.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::vector<std::string> kFacts(kDeviceFacts.begin(), kDeviceFacts.end());

const std::vector<std::string> kKeys = {"name", "chip", "about", "facts", "memory_model"};

/// Facts that launches and allocations are checked against.
const std::vector<std::string> kNeeded = {"cc_major",
                                          "cc_minor",
                                          "global_memory_bytes",
                                          "l2_bytes",
                                          "max_threads_per_block",
                                          "shared_per_block_bytes",
                                          "shared_per_block_optin_bytes",
                                          "sm_count",
                                          "warp_size"};

/// Facts that the memory model needs besides its section.
const std::vector<std::string> kNeededByModel = {"max_blocks_per_sm", "max_threads_per_sm", "registers_per_block",
                                                 "registers_per_sm", "shared_per_sm_bytes"};

/// A table in devices/ that is not a profile.
constexpr const char* kRates = "compute_capability";

class ProfileReader {
 public:
  explicit ProfileReader(const std::string& path) : path_(path), text_(read_file(path)) {
    try {
      document_ = json::parse(text_, unique_keys<json>(), false);
    } catch (const Error& cause) {
      refuse(cause.problem(), cause.hint());
    }
    if (document_.is_discarded()) refuse("not valid JSON", "check it with a JSON linter");
    if (!document_.is_object()) refuse("a profile is a JSON object", "see the other files in devices/");
  }

  Profile read() const {
    for (const auto& [key, unused] : document_.items()) known(key, kKeys, "key");
    Profile profile;
    profile.id = fs::path(path_).stem();
    profile.name = text("name");
    profile.chip = text("chip");
    profile.about = text("about");
    profile.digest = sha256(text_);
    if (!document_.contains("facts") || !document_["facts"].is_object())
      refuse("'facts' is missing or not an object",
             "give {\"<fact>\": {\"value\": <integer>, \"source\": \"<where from>\"}}");
    for (const auto& [fact, entry] : document_["facts"].items()) profile.facts[fact] = value_of(fact, entry);
    need(profile, kNeeded);
    if (document_.contains("memory_model")) {
      need(profile, kNeededByModel);
      profile.memory_model = read_memory_model(document_["memory_model"], path_);
    }
    if (profile.fact("warp_size") != 32) refuse("warp_size must be 32", "every CUDA device has warps of 32 threads");
    return profile;
  }

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
    throw Error({.file = path_}, what, hint);
  }

  void known(const std::string& word, const std::vector<std::string>& allowed, const char* kind) const {
    if (std::find(allowed.begin(), allowed.end(), word) == allowed.end())
      refuse(fmt::format("unknown {} '{}'", kind, word), did_you_mean(word, allowed));
  }

  void need(const Profile& profile, const std::vector<std::string>& facts) const {
    for (const std::string& fact : facts)
      if (!profile.facts.contains(fact)) refuse(fmt::format("fact '{}' is missing", fact), "add it with its source");
  }

  std::string text(const char* key) const {
    if (!document_.contains(key) || !document_[key].is_string())
      refuse(fmt::format("'{}' is missing or not a string", key), "add it");
    return document_[key];
  }

  std::int64_t value_of(const std::string& fact, const json& entry) const {
    known(fact, kFacts, "fact");
    const bool whole = entry.is_object() && entry.size() == 2 && entry.contains("value") && entry.contains("source") &&
                       entry["value"].is_number_integer() && entry["source"].is_string();
    // A compute capability's minor number may be 0; all other facts are counts.
    if (!whole || entry["value"] < (fact == "cc_minor" ? 0 : 1))
      refuse(fmt::format("fact '{}' needs a positive integer and its source", fact),
             "write {\"value\": <integer>, \"source\": \"<where from>\"}, or remove a fact that is unknown");
    return entry["value"];
  }

  std::string path_;
  std::string text_;
  json document_;
};

bool is_byte_count(const json& value) { return value.is_number_integer() && value >= 0; }

/// Reads the section's keys and finds the unused ones.
class SectionReader {
 public:
  SectionReader(const json& section, const std::string& path) : section_(section), path_(path) {
    if (!section.is_object()) refuse("'memory_model' is not an object", "see the other files in devices/");
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

  [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
    throw Error({.file = path_}, what, hint);
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

Profile load_profile(const std::vector<std::string>& roots, const std::string& name) {
  const std::vector<std::string> names = profile_names(roots);
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw Error(fmt::format("there is no device profile '{}'", name), did_you_mean(name, names));
  for (const std::string& root : roots) {
    const fs::path path = fs::path(root) / "devices" / (name + ".json");
    if (fs::exists(path)) return ProfileReader(path).read();
  }
  throw Error(fmt::format("device profile '{}' disappeared", name), "run the command again");
}

std::optional<SmLimits> sm_limits(const Profile& profile) {
  for (const std::string& fact : kNeededByModel)
    if (!profile.facts.contains(fact)) return std::nullopt;
  return SmLimits{.registers_per_block = static_cast<std::uint32_t>(profile.fact("registers_per_block")),
                  .registers_per_sm = static_cast<std::uint32_t>(profile.fact("registers_per_sm")),
                  .max_threads_per_sm = static_cast<std::uint32_t>(profile.fact("max_threads_per_sm")),
                  .max_blocks_per_sm = static_cast<std::uint32_t>(profile.fact("max_blocks_per_sm")),
                  .shared_per_sm_bytes = static_cast<std::uint64_t>(profile.fact("shared_per_sm_bytes"))};
}

std::vector<std::string> profile_names(const std::vector<std::string>& roots) {
  std::set<std::string> names;
  for (const std::string& root : roots) {
    std::error_code absent;
    for (const auto& entry : fs::directory_iterator(fs::path(root) / "devices", absent))
      if (entry.path().extension() == ".json" && entry.path().stem() != kRates) names.insert(entry.path().stem());
  }
  return {names.begin(), names.end()};
}

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
    reader.refuse("unified_bytes of memory_model leaves no L1 with the largest carve-out", "correct it");
  return model;
}

}  // namespace warpledger
