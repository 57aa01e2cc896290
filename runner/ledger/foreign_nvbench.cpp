#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "ledger/foreign_results.h"

// nvbench's JSON, of `--json` or `--jsonbin`. Numbers of axes and summaries are texts in newer versions.

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// A value of a summary by its name; null where there is none.
Json value_named(const Json& summary, const char* name) {
  for (const Json& one : foreign_array(summary, "data"))
    if (one.at("name") == name) return one.at("value");
  return nullptr;
}

/// The file of samples: in a folder beside the JSON file, whatever path nvbench was given when it wrote both. A file
/// elsewhere is not read.
std::string sample_file(const std::string& named, const std::string& json_path) {
  const fs::path path(named);
  const fs::path folder = path.parent_path().filename(), name = path.filename();
  if (folder.empty() || folder == ".." || folder == "." || name.empty() || name == ".." || name == ".")
    throw Error(fmt::format("'{}' is not a file of samples", named), "nvbench writes FILE.json-bin/N.bin");
  return fs::path(json_path).parent_path() / folder / name;
}

/// Little-endian float32, in seconds.
std::vector<double> read_samples(const Json& summary, const std::string& json_path) {
  const double size = foreign_number(value_named(summary, "size"));
  const std::string file = sample_file(value_named(summary, "filename").get<std::string>(), json_path);
  const std::string bytes = read_file(file);
  if (static_cast<double>(bytes.size()) != size * sizeof(float))
    throw Error(fmt::format("{} has {} bytes, and should have {} samples of 4", file, bytes.size(), size),
                "copy the folder of samples with the JSON file");
  std::vector<double> times_ns;
  for (std::size_t i = 0; i < bytes.size(); i += sizeof(float)) {
    float time_s = 0;
    std::memcpy(&time_s, bytes.data() + i, sizeof time_s);
    times_ns.push_back(foreign_time_ns(time_s, 1e9));
  }
  return times_ns;
}

ForeignPoint nvbench_point_of(const std::string& benchmark, const Json& state, const std::string& path) {
  ForeignPoint point{.name = benchmark, .parameters = {}, .reason = {}, .times_ns = {}, .metrics = {}};
  for (const Json& axis : foreign_array_if_any(state, "axis_values"))
    point.parameters.emplace_back(axis.at("name"), foreign_text(axis.at("value")));
  if (state.value("is_skipped", false)) {
    point.outcome = Outcome::invalid_point;
    point.reason = "nvbench skipped it: " + state.value("skip_reason", std::string("no reason given"));
    return point;
  }
  for (const Json& summary : foreign_array_if_any(state, "summaries")) {
    const std::string tag = summary.at("tag");
    if (tag == "nv/json/bin:nv/cold/sample_times") point.times_ns = read_samples(summary, path);
    // What has no number, such as the noise of one sample, nvbench writes as null.
    const Json value = value_named(summary, "value");
    if (!value.is_null() && !tag.starts_with("nv/json/"))
      point.metrics.push_back({tag, foreign_number(value), "", "attribute", ""});
  }
  return point;
}

}  // namespace

ForeignResults read_nvbench(const Json& root, const std::string& path) {
  ForeignResults results{.tool = "nvbench",
                         .clock = "nvbench cold",
                         .backend = "cuda",
                         .device_name = "unknown device",
                         .started_utc = {},
                         .points = {}};
  std::set<std::int64_t> devices;
  each_result(root, "benchmarks", [&](const Json& benchmark) {
    each_result(benchmark, "states", [&](const Json& state) {
      devices.insert(state.at("device").get<std::int64_t>());
      results.points.push_back(checked_point(nvbench_point_of(benchmark.at("name"), state, path)));
    });
  });
  if (devices.size() > 1)
    throw Error(fmt::format("it has results of {} devices", devices.size()),
                "run nvbench with --device for each of them");
  for (const Json& device : foreign_array_if_any(root, "devices"))
    if (devices.contains(device.at("id").get<std::int64_t>())) results.device_name = device.at("name");
  return results;
}

}  // namespace warpledger
