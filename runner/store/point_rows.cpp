#include "store/point_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/error.h"
#include "store/connection.h"
#include "store/content_id.h"
#include "store/sql_functions.h"

namespace warpledger {
namespace {

std::string samples_blob(const Timing& timing) {
  std::vector<double> samples_ns;
  for (const Sample& sample : timing.samples) samples_ns.push_back(sample.time_ns);
  return to_blob(samples_ns);
}

std::string clocks_blob(const Timing& timing) {
  std::vector<double> clocks_mhz;
  for (const Sample& sample : timing.samples)
    clocks_mhz.push_back(sample.sm_clock_mhz.value_or(std::numeric_limits<double>::quiet_NaN()));
  return to_blob(clocks_mhz);
}

void bind_blob(SQLite::Statement& statement, int place, const std::string& bytes) {
  statement.bind(place, static_cast<const void*>(bytes.data()), static_cast<int>(bytes.size()));
}

bool has_nan(const Metric& metric) {
  return metric.value && (std::isnan(*metric.value) || (metric.estimate && (std::isnan(metric.estimate->lower) ||
                                                                            std::isnan(metric.estimate->upper))));
}

/// What is not bound is NULL.
constexpr const char* kAddEstimate =
    "INSERT INTO estimate (point, name, generation, unit, reason, value, lower, upper, confidence, because, model, "
    "sampled_sms) SELECT ?1, ?2, (SELECT coalesce(max(generation) + 1, 0) FROM estimate WHERE point = ?1 AND name = "
    "?2), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11";

}  // namespace

bool is_modelled(const Metric& metric) { return metric.source == "model"; }

PointRows::PointRows(SQLite::Database& database, SharedRows& shared)
    : shared_(shared),
      find_(database, "SELECT 1 FROM point WHERE id = ?"),
      point_(database, "INSERT OR IGNORE INTO point VALUES (?, ?, ?, ?, ?, ?, ?)"),
      check_(database, "INSERT INTO check_result VALUES (?, ?, ?, ?, ?)"),
      timing_(database,
              "INSERT INTO timing (samples_ns, sm_clock_mhz, point, method, checksum) VALUES (?, ?, ?, ?, ?)"),
      prepare_timing_(database, "INSERT INTO prepare_timing (samples_ns, point, clock, checksum) VALUES (?, ?, ?, ?)"),
      metric_(database, "INSERT INTO metric VALUES (?, ?, ?, ?)"),
      estimate_(database, kAddEstimate) {}

void PointRows::add(std::int64_t run, const Job& job, const Result& result) {
  const std::int64_t point = point_id(run, job.ordinal);
  if (execute(point_, point, run, job.ordinal, shared_.configuration(job), std::string(name_of(result.outcome)),
              result.reason, result.wall_s) == 0)
    throw Error(fmt::format("point {} of this run is already recorded", job.ordinal),
                "a measurement is never replaced: start a new run");
  add_checks(point, result.checks);
  if (result.timing) add_timing(point, *result.timing, job.measure.cache);
  if (result.prepare_timing) add_prepare_timing(point, *result.prepare_timing);
  add_measured(point, result.metrics);
  add_modelled(point, result.metrics);
}

void PointRows::add_estimates(std::int64_t run, std::int64_t ordinal, const std::vector<Metric>& metrics) {
  const std::int64_t point = point_id(run, ordinal);
  if (!has(point))
    throw Error(fmt::format("point {} of this run is not recorded", ordinal),
                "run it first: `warpledger run --resume`");
  add_modelled(point, metrics);
}

bool PointRows::has(std::int64_t point) {
  find_.bind(1, point);
  const bool found = find_.executeStep();
  find_.reset();
  return found;
}

void PointRows::add_checks(std::int64_t point, const std::vector<Check>& checks) {
  // SQLite keeps a NaN as NULL, which is what the column means by it.
  for (const Check& check : checks)
    execute(check_, point, check.buffer, check.elements, check.mismatches, check.max_abs_error);
}

void PointRows::add_timing(std::int64_t point, const Timing& timing, Cache cache) {
  const std::string samples = samples_blob(timing), clocks = clocks_blob(timing);
  const std::int64_t method = shared_.timing_method(timing.clock, cache, timing.stop_rule);
  timing_.tryReset();
  bind_blob(timing_, 1, samples);
  bind_blob(timing_, 2, clocks);
  timing_.bind(3, point);
  timing_.bind(4, method);
  timing_.bind(5, content_id({samples, clocks}));
  timing_.exec();
}

void PointRows::add_prepare_timing(std::int64_t point, const Timing& timing) {
  const std::string samples = samples_blob(timing);
  prepare_timing_.tryReset();
  bind_blob(prepare_timing_, 1, samples);
  prepare_timing_.bind(2, point);
  prepare_timing_.bind(3, timing.clock);
  prepare_timing_.bind(4, content_id({samples}));
  prepare_timing_.exec();
}

void PointRows::add_measured(std::int64_t point, const std::vector<Metric>& metrics) {
  // In the order of the table: each then goes right behind the one before it.
  std::vector<std::pair<std::int64_t, const Metric*>> by_kind;
  for (const Metric& metric : metrics)
    if (!is_modelled(metric)) by_kind.emplace_back(shared_.metric_kind(metric), &metric);
  std::sort(by_kind.begin(), by_kind.end());
  for (const auto& [kind, metric] : by_kind) {
    const bool is_nan = metric->value && std::isnan(*metric->value);
    metric_.tryReset();
    metric_.clearBindings();
    metric_.bind(1, point);
    metric_.bind(2, kind);
    if (metric->value && !is_nan)
      metric_.bind(3, *metric->value);
    else if (is_nan || !metric->reason.empty())
      metric_.bind(4, shared_.absence(is_nan ? "the counter gave no number (NaN)" : metric->reason));
    metric_.exec();
  }
}

void PointRows::add_modelled(std::int64_t point, const std::vector<Metric>& metrics) {
  for (const Metric& metric : metrics) {
    if (!is_modelled(metric)) continue;
    if (has_nan(metric)) {
      execute(estimate_, point, metric.name, metric.unit, "the model gave no number (NaN)");
    } else if (!metric.value) {
      execute(estimate_, point, metric.name, metric.unit, metric.reason);
    } else if (!metric.estimate) {
      throw Error(fmt::format("the modelled metric '{}' has no estimate", metric.name),
                  "this is a defect of warpledger: please report it with this message");
    } else {
      const Estimate& worth = *metric.estimate;
      execute(estimate_, point, metric.name, metric.unit, metric.reason, *metric.value, worth.lower, worth.upper,
              std::string(name_of(worth.confidence)), worth.because, shared_.memory_model(worth), worth.sampled_sms);
    }
  }
}

}  // namespace warpledger
