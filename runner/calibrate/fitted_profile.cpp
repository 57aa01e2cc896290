#include "calibrate/fitted_profile.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "calibrate/modelled_run.h"
#include "run/open_experiment.h"

namespace warpledger {
namespace {

/// Empty if every fitted metric has a modelled value.
std::string reason_in(const std::vector<Job>& jobs, const std::vector<std::vector<Metric>>& metrics) {
  for (std::size_t i = 0; i < jobs.size(); ++i)
    for (const Metric& metric : metrics.at(i))
      if (!metric.value && is_fitted(jobs[i], metric.name)) return fmt::format("{}: {}", metric.name, metric.reason);
  return "";
}

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

/// {"value": [0, 8192], "source": "..."} on one line, as in the shipped profiles.
std::string one_line(const ordered_json& value) {
  if (!value.is_structured()) return value.dump();
  std::vector<std::string> parts;
  for (const auto& [key, part] : value.items())
    parts.push_back(value.is_array() ? one_line(part)
                                     : fmt::format("{}: {}", ordered_json(key).dump(), one_line(part)));
  return value.is_array() ? fmt::format("[{}]", join(parts)) : fmt::format("{{{}}}", join(parts));
}

ordered_json changed(const std::string& text, const Setting& setting, const std::string& source) {
  ordered_json document = ordered_json::parse(text);
  for (const auto& [name, value] : setting) {
    ordered_json& entry = document[kSection][name];
    entry["value"] = value;
    entry["source"] = source;
  }
  return document;
}

/// Prints a line per entry.
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

ProfileFit::ProfileFit(const Paths& paths, const std::vector<ProfiledRun>& runs, const std::string& name,
                       std::size_t most_points)
    : paths_(paths), runs_(runs), name_(name), profile_(runs.at(0).run.roots, name) {
  for (const ProfiledRun& counted : runs) {
    WorkerProcess worker = make_worker(paths, counted.run.roots, fmt::format("host:{}", name));
    refuse_another_gpu(counted.run.stored, worker.describe());
    samples_.push_back(sample_of(counted.run.jobs, most_points));
  }
}

std::size_t ProfileFit::points() const {
  std::size_t points = 0;
  for (const std::vector<Job>& sample : samples_) points += sample.size();
  return points;
}

std::vector<MetricError> ProfileFit::compare_with(const Setting& setting) {
  const TemporaryProfile candidate(name_, profile_.text(setting, "a candidate"));
  std::vector<MetricError> all;
  std::string reason;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    std::vector<std::string> roots = {candidate.root()};
    roots.insert(roots.end(), runs_[i].run.roots.begin(), runs_[i].run.roots.end());
    WorkerProcess worker = make_worker(paths_, roots, fmt::format("host:{}", name_));
    std::vector<std::vector<Metric>> metrics;
    model_jobs(worker, samples_[i], [&](std::size_t, std::span<const std::vector<Metric>> batch) {
      metrics.insert(metrics.end(), batch.begin(), batch.end());
    });
    if (reason.empty()) reason = reason_in(samples_[i], metrics);
    const std::vector<MetricError> compared = compare(samples_[i], metrics, runs_[i].measured);
    all.insert(all.end(), compared.begin(), compared.end());
  }
  if (all.empty() || all.size() < comparisons_)
    throw Error(fmt::format("the model provided {} of the numbers to compare{}{}", all.empty() ? "none" : "only some",
                            reason.empty() ? "" : ": ", reason),
                "name runs with the counters that the model is fitted to: l2_read_bytes, l2_write_bytes, "
                "global_bank_conflicts");
  comparisons_ = all.size();
  return all;
}

double ProfileFit::error(const Setting& setting) {
  if (setting.at("miss_jitter_cycles") > setting.at("miss_cycles")) return std::numeric_limits<double>::infinity();
  return mean_error(compare_with(setting));
}

}  // namespace warpledger
