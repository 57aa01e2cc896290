#include "calibrate/fitted_profile.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* kSection = "memory_model";
constexpr std::int64_t kMostCycles = 100000;

std::string path_of(const std::vector<std::string>& roots, const std::string& name) {
  for (const std::string& root : roots) {
    fs::path path = fs::path(root) / "devices" / fmt::format("{}.json", name);
    if (fs::exists(path)) return path;
  }
  throw Error(fmt::format("there is no device profile '{}'", name), "`warpledger devices` lists the profiles");
}

/// {"value": [0, 8192], "source": "..."}, on one line as the shipped profiles have it.
std::string one_line(const ordered_json& value) {
  if (!value.is_structured()) return value.dump();
  std::vector<std::string> parts;
  for (const auto& [key, part] : value.items())
    parts.push_back(value.is_array() ? one_line(part)
                                     : fmt::format("{}: {}", ordered_json(key).dump(), one_line(part)));
  return value.is_array() ? fmt::format("[{}]", join(parts)) : fmt::format("{{{}}}", join(parts));
}

/// The profile `text` with other values of fitted parameters, and where they are from.
ordered_json changed(const std::string& text, const Setting& setting, const std::string& source) {
  ordered_json document = ordered_json::parse(text);
  for (const auto& [name, value] : setting) {
    ordered_json& entry = document[kSection][name];
    entry["value"] = value;
    entry["source"] = source;
  }
  return document;
}

/// An object with one line an entry, each behind `indent`.
std::string lines_of(const ordered_json& object, const std::string& indent) {
  std::vector<std::string> lines;
  for (const auto& [key, entry] : object.items())
    lines.push_back(fmt::format("{}{}: {}", indent, ordered_json(key).dump(), one_line(entry)));
  return join(lines, ",\n");
}

}  // namespace

const std::vector<Tunable>& fitted_parameters() {
  static const std::vector<Tunable> parameters = {{"l1_sets", 1, 4096, 2},
                                                  {"store_window_cycles", 1, kMostCycles, 1.5},
                                                  {"miss_cycles", 1, kMostCycles, 1.25},
                                                  {"miss_jitter_cycles", 0, kMostCycles, 1.5},
                                                  {"request_gap_cycles", 1, kMostCycles, 1.5},
                                                  {"store_cycles", 1, kMostCycles, 1.5},
                                                  {"loads_together", 1, 64, 1.5},
                                                  {"fill_sectors_per_cycle", 1, 64, 1.5},
                                                  {"hit_cycles", 1, kMostCycles, 1.25}};
  return parameters;
}

FittedProfile::FittedProfile(const std::vector<std::string>& roots, const std::string& name)
    : path_(path_of(roots, name)), document_(read_file(path_)) {
  const ordered_json document = ordered_json::parse(document_, nullptr, false);
  if (document.is_discarded()) throw Error({.file = path_}, "not valid JSON", "check it with a JSON linter");
  if (!document.is_object() || !document.contains(kSection))
    throw Error({.file = path_}, "the profile has no memory model to fit",
                "write the section memory_model with initial values: docs/write-a-device-profile.md");
}

Setting FittedProfile::setting() const {
  const ordered_json document = ordered_json::parse(document_);
  Setting setting;
  for (const Tunable& parameter : fitted_parameters()) {
    const ordered_json value = document.value(
        ordered_json::json_pointer(fmt::format("/{}/{}/value", kSection, parameter.name)), ordered_json());
    if (!value.is_number_integer())
      throw Error({.file = path_}, fmt::format("'{}' of memory_model is not an integer", parameter.name),
                  "write an integer");
    setting[parameter.name] = value;
  }
  return setting;
}

std::string FittedProfile::section(const Setting& setting, const std::string& source) const {
  return fmt::format("\"{}\": {{\n{}\n}}\n", kSection, lines_of(changed(document_, setting, source)[kSection], "  "));
}

std::string FittedProfile::text(const Setting& setting, const std::string& source) const {
  const ordered_json document = changed(document_, setting, source);
  std::vector<std::string> parts;
  for (const auto& [key, value] : document.items()) {
    const std::string text = value.is_object() ? fmt::format("{{\n{}\n  }}", lines_of(value, "    ")) : value.dump();
    parts.push_back(fmt::format("  {}: {}", ordered_json(key).dump(), text));
  }
  return fmt::format("{{\n{}\n}}\n", join(parts, ",\n"));
}

TemporaryProfile::TemporaryProfile(const std::string& name, const std::string& text) {
  const fs::path devices = root_.path() / "devices";
  fs::create_directory(devices);
  std::ofstream(devices / fmt::format("{}.json", name)) << text;
}

}  // namespace warpledger
