#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "ledger/foreign_results.h"

// Google Benchmark's JSON, and Kernel Tuner's T4.

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

double unit_ns_of(const std::string& unit) {
  static const std::map<std::string, double> kUnits = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  const auto found = kUnits.find(unit);
  if (found == kUnits.end()) throw Error(fmt::format("time_unit is '{}'", unit), "ns, us, ms and s are known");
  return found->second;
}

/// Numbers beside those that the format itself has are a program's own counters.
std::vector<Metric> counters_of(const Json& entry) {
  static const std::set<std::string> kOwn = {"family_index", "per_family_instance_index",
                                             "repetitions",  "repetition_index",
                                             "threads",      "iterations",
                                             "real_time",    "cpu_time",
                                             "cputime_pct",  "error_occurred",
                                             "skipped"};
  std::vector<Metric> counters;
  for (const auto& [name, value] : entry.items())
    if (value.is_number() && !kOwn.contains(name)) counters.push_back({name, value.get<double>(), "", "attribute", ""});
  return counters;
}

/// A repetition: its time is that of one iteration, averaged over `iterations`.
void add_repetition(ForeignPoint& point, const Json& entry) {
  if (entry.value("error_occurred", false)) {
    point.outcome = Outcome::launch_failed;
    point.reason = entry.value("error_message", "error_occurred");
    return;
  }
  if (entry.contains("iterations") && entry.at("iterations").get<double>() < 1)
    throw Error("a benchmark has less than one iteration", "repair the file");
  const double unit_ns = unit_ns_of(entry.value("time_unit", "ns"));
  point.times_ns.push_back(foreign_time_ns(entry.at("real_time").get<double>(), unit_ns));
}

Outcome outcome_of(const std::string& invalidity) {
  static const std::map<std::string, Outcome> kOutcomes = {{"correct", Outcome::ok},
                                                           {"correctness", Outcome::incorrect},
                                                           {"constraints", Outcome::invalid_point},
                                                           {"compile", Outcome::compile_failed},
                                                           {"timeout", Outcome::timed_out},
                                                           {"runtime", Outcome::launch_failed}};
  const auto found = kOutcomes.find(invalidity);
  if (found == kOutcomes.end())
    throw Error(fmt::format("invalidity is '{}'", invalidity),
                "correct, correctness, constraints, compile, timeout and runtime are known");
  return found->second;
}

ForeignPoint t4_point_of(const Json& result) {
  ForeignPoint point{.name = "kernel", .parameters = {}, .outcome = outcome_of(result.at("invalidity")), .reason = {}};
  for (const auto& [name, value] : result.at("configuration").get_ref<const Json::object_t&>()) {
    if (name == "kernel")
      point.name = foreign_text(value);
    else
      point.parameters.emplace_back(name, foreign_text(value));
  }
  result.at("correctness").get<double>();
  if (point.outcome != Outcome::ok) {
    point.reason = fmt::format("T4 says '{}'", result.at("invalidity").get<std::string>());
    return point;
  }
  constexpr double kNs_per_ms = 1e6;
  for (const Json& time : foreign_array_if_any(result.at("times"), "runtimes"))
    point.times_ns.push_back(foreign_time_ns(time.get<double>(), kNs_per_ms));
  for (const Json& one : foreign_array_if_any(result, "measurements"))
    if (one.at("value").is_number() && one.at("name") != "time")
      point.metrics.push_back({one.at("name"), one.at("value").get<double>(), one.value("unit", ""), "attribute", ""});
  return point;
}

}  // namespace

ForeignResults read_google_benchmark(const Json& root) {
  const Json& context = root.at("context");
  ForeignResults results{.tool = "google-benchmark",
                         .clock = "google-benchmark real_time",
                         .backend = "host",
                         .device_name = context.value("host_name", "unknown host"),
                         .started_utc = {},
                         .points = {}};
  std::map<std::string, std::size_t> place;
  each_result(root, "benchmarks", [&](const Json& entry) {
    if (entry.value("run_type", "iteration") != "iteration") return;
    const std::string name = entry.value("run_name", entry.at("name").get<std::string>());
    const auto [found, is_new] = place.try_emplace(name, results.points.size());
    if (is_new)
      results.points.push_back(
          checked_point({.name = name, .parameters = {}, .reason = {}, .times_ns = {}, .metrics = counters_of(entry)}));
    add_repetition(results.points[found->second], entry);
  });
  for (ForeignPoint& point : results.points)
    if (point.outcome != Outcome::ok) point.times_ns.clear();
  return results;
}

ForeignResults read_t4(const Json& root) {
  ForeignResults results{.tool = "kernel-tuner",
                         .clock = "T4 runtimes",
                         .backend = "cuda",
                         .device_name = "unknown device",
                         .started_utc = {},
                         .points = {}};
  each_result(root, "results",
              [&](const Json& result) { results.points.push_back(checked_point(t4_point_of(result))); });
  return results;
}

}  // namespace warpledger
