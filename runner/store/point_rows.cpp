#include "store/point_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "base/error.h"
#include "model/samples.h"
#include "store/connection.h"
#include "store/content_id.h"
#include "store/sql_functions.h"

namespace warpledger {
namespace {

std::vector<double> times_ns(const Timing& timing) {
  std::vector<double> samples_ns;
  for (const Sample& sample : timing.samples) samples_ns.push_back(sample.time_ns);
  return samples_ns;
}

std::vector<double> clocks_mhz(const Timing& timing) {
  std::vector<double> clocks;
  for (const Sample& sample : timing.samples)
    clocks.push_back(sample.sm_clock_mhz.value_or(std::numeric_limits<double>::quiet_NaN()));
  return clocks;
}

/// Like samples_quantile() in SQL: ignores NaN. Returns NaN without numbers, which SQLite stores as NULL.
double quantile_of_numbers(std::vector<double> values, double q) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  return quantile(values, q);
}

void bind_blob(SQLite::Statement& statement, int place, const std::string& bytes) {
  statement.bind(place, static_cast<const void*>(bytes.data()), static_cast<int>(bytes.size()));
}

bool has_nan(const Metric& metric) {
  return metric.value && (std::isnan(*metric.value) || (metric.estimate && (std::isnan(metric.estimate->lower) ||
                                                                            std::isnan(metric.estimate->upper))));
}

/// Unbound parameters are NULL.
constexpr const char* kAddEstimate =
    "INSERT INTO estimate (point, name, generation, unit, reason, value, lower, upper, confidence, because, model, "
    "sampled_sms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

const std::string kAddEstimateDigest = fmt::format(
    "INSERT INTO estimate_digest SELECT e.point, e.generation, {} FROM (SELECT ?1 AS point, ?2 AS generation) AS e",
    kEstimateDigest);

}  // namespace

std::vector<Result> results_of_run(SQLite::Database& database, std::int64_t run) {
  SQLite::Statement rows(database,
                         "SELECT p.ordinal, p.outcome, p.reason, p.wall_s, t.samples_ns FROM main.point AS p "
                         "LEFT JOIN main.timing AS t ON t.point = p.id WHERE p.run = ? ORDER BY p.ordinal");
  SQLite::bind(rows, run);
  std::vector<Result> results;
  while (rows.executeStep()) {
    Result& result = results.emplace_back();
    result.ordinal = rows.getColumn(0).getInt64();
    // Old ledgers may hold "interrupted", also without a time.
    result.outcome = outcome_named(rows.getColumn(1).getString()).value_or(Outcome::crashed);
    result.reason = rows.getColumn(2).getString();
    result.wall_s = rows.getColumn(3).getDouble();
    const SQLite::Column samples = rows.getColumn(4);
    if (samples.isNull()) continue;
    const std::span bytes(static_cast<const char*>(samples.getBlob()), static_cast<std::size_t>(samples.getBytes()));
    result.timing.emplace();
    for (const double time_ns : from_blob(bytes)) result.timing->samples.push_back({.time_ns = time_ns});
  }
  return results;
}

bool is_modelled(const Metric& metric) { return metric.source == "model"; }

PointRows::PointRows(SQLite::Database& database, SharedRows& shared)
    : shared_(shared),
      find_(database, "SELECT 1 FROM point WHERE id = ?"),
      point_(database, "INSERT OR IGNORE INTO point VALUES (?, ?, ?, ?, ?, ?, ?)"),
      check_(database, "INSERT INTO check_result VALUES (?, ?, ?, ?, ?)"),
      timing_(database, "INSERT INTO timing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      prepare_timing_(database, "INSERT INTO prepare_timing VALUES (?, ?, ?, ?, ?)"),
      metric_(database, "INSERT INTO metric VALUES (?, ?, ?, ?)"),
      point_digest_(database, "INSERT INTO point_digest VALUES (?, ?)"),
      generation_(database, "SELECT coalesce(max(generation) + 1, 0) FROM estimate_digest WHERE point = ?"),
      estimate_(database, kAddEstimate),
      estimate_digest_(database, kAddEstimateDigest) {}

void PointRows::add(std::int64_t run, const Job& job, const Result& result) {
  const std::int64_t point = point_id(run, job.ordinal), configuration = shared_.configuration(job);
  const std::string outcome(name_of(result.outcome));
  if (execute(point_, point, run, job.ordinal, configuration, outcome, result.reason, result.wall_s) == 0)
    throw Error(fmt::format("point {} of this run is already recorded", job.ordinal),
                "a measurement is never replaced: start a new run");
  for (RowBytes* bytes : {&bytes_.point, &bytes_.checks, &bytes_.timing, &bytes_.prepare_timing, &bytes_.metrics})
    bytes->clear();
  bytes_.point.row(point, run, job.ordinal, configuration, outcome, result.reason, result.wall_s);
  add_checks(point, result.checks);
  if (result.timing) add_timing(point, *result.timing, job.measure.cache);
  if (result.prepare_timing) add_prepare_timing(point, *result.prepare_timing);
  add_measured(point, result.metrics);
  add_digest(point);
  add_modelled(point, 0, result.metrics);
}

void PointRows::add_estimates(std::int64_t run, std::int64_t ordinal, const std::vector<Metric>& metrics) {
  const std::int64_t point = point_id(run, ordinal);
  if (!has(point))
    throw Error(fmt::format("point {} of this run is not recorded", ordinal),
                "run it first: `warpledger run --resume`");
  add_modelled(point, next_generation(point), metrics);
}

void PointRows::add_digest(std::int64_t point) {
  execute(point_digest_, point,
          content_id({bytes_.point.bytes(), bytes_.checks.bytes(), bytes_.timing.bytes(), bytes_.prepare_timing.bytes(),
                      bytes_.metrics.bytes()}));
}

std::int64_t PointRows::next_generation(std::int64_t point) {
  generation_.bind(1, point);
  generation_.executeStep();
  const std::int64_t generation = generation_.getColumn(0);
  generation_.reset();
  return generation;
}

bool PointRows::has(std::int64_t point) {
  find_.bind(1, point);
  const bool found = find_.executeStep();
  find_.reset();
  return found;
}

void PointRows::add_checks(std::int64_t point, std::vector<Check> checks) {
  std::sort(checks.begin(), checks.end(), [](const auto& a, const auto& b) { return a.buffer < b.buffer; });
  // SQLite stores a NaN as NULL, which has that meaning in the column.
  for (const Check& check : checks) {
    execute(check_, point, check.buffer, check.elements, check.mismatches, check.max_abs_error);
    bytes_.checks.row(check.buffer, check.elements, check.mismatches, check.max_abs_error);
  }
}

void PointRows::add_timing(std::int64_t point, const Timing& timing, Cache cache) {
  const std::vector<double> samples_ns = times_ns(timing), clocks = clocks_mhz(timing);
  const std::string samples_blob = to_blob(samples_ns), clocks_blob = to_blob(clocks);
  const std::int64_t method = shared_.timing_method(timing.clock, cache, timing.stop_rule);
  const std::int64_t checksum = content_id({samples_blob, clocks_blob});
  const auto count = static_cast<std::int64_t>(samples_ns.size());
  timing_.tryReset();
  timing_.clearBindings();
  timing_.bind(1, point);
  timing_.bind(2, method);
  bind_blob(timing_, 3, samples_blob);
  bind_blob(timing_, 4, clocks_blob);
  timing_.bind(5, checksum);
  timing_.bind(6, count);
  RowBytes& bytes = bytes_.timing;
  bytes.row(method, checksum, count);
  int place = 7;
  for (const double q : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const double time_us = 1e-3 * quantile_of_numbers(samples_ns, q);
    timing_.bind(place++, time_us);
    bytes.row(time_us);
  }
  const double clock_mhz = quantile_of_numbers(clocks, 0.5);
  timing_.bind(place, clock_mhz);
  bytes.row(clock_mhz);
  timing_.exec();
}

void PointRows::add_prepare_timing(std::int64_t point, const Timing& timing) {
  const std::vector<double> samples_ns = times_ns(timing);
  const std::string samples = to_blob(samples_ns);
  prepare_timing_.tryReset();
  prepare_timing_.bind(1, point);
  prepare_timing_.bind(2, timing.clock);
  bind_blob(prepare_timing_, 3, samples);
  const std::int64_t checksum = content_id({samples});
  prepare_timing_.bind(4, checksum);
  const double median_us = 1e-3 * quantile_of_numbers(samples_ns, 0.5);
  prepare_timing_.bind(5, median_us);
  prepare_timing_.exec();
  bytes_.prepare_timing.row(timing.clock, checksum, median_us);
}

void PointRows::add_measured(std::int64_t point, const std::vector<Metric>& metrics) {
  // In the table's order, so that each row is appended.
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
    if (metric->value && !is_nan) {
      metric_.bind(3, *metric->value);
      bytes_.metrics.row(kind, *metric->value, nullptr);
    } else if (is_nan || !metric->reason.empty()) {
      const std::int64_t absence = shared_.absence(is_nan ? "the counter gave no number (NaN)" : metric->reason);
      metric_.bind(4, absence);
      bytes_.metrics.row(kind, nullptr, absence);
    }
    metric_.exec();
  }
}

void PointRows::add_modelled(std::int64_t point, std::int64_t generation, const std::vector<Metric>& metrics) {
  bool any = false;
  for (const Metric& metric : metrics) {
    if (!is_modelled(metric)) continue;
    shared_.name_estimate(metric.name);
    add_estimate(point, generation, metric);
    any = true;
  }
  if (any) execute(estimate_digest_, point, generation);
}

void PointRows::add_estimate(std::int64_t point, std::int64_t generation, const Metric& metric) {
  if (has_nan(metric)) {
    execute(estimate_, point, metric.name, generation, metric.unit, "the model gave no number (NaN)");
  } else if (!metric.value) {
    execute(estimate_, point, metric.name, generation, metric.unit, metric.reason);
  } else if (!metric.estimate) {
    throw Error(fmt::format("the modelled metric '{}' has no estimate", metric.name),
                "this is a defect of warpledger: please report it with this message");
  } else {
    const Estimate& worth = *metric.estimate;
    execute(estimate_, point, metric.name, generation, metric.unit, metric.reason, *metric.value, worth.lower,
            worth.upper, std::string(name_of(worth.confidence)), worth.because, shared_.memory_model(worth),
            worth.sampled_sms);
  }
}

}  // namespace warpledger
