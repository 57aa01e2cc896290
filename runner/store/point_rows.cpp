#include "store/point_rows.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"
#include "store/blob.h"
#include "store/intern.h"

namespace warpledger {
namespace {

std::string text_of(std::string_view name) { return std::string(name); }

void refuse_second_record(SQLite::Database& database, std::int64_t run, std::int64_t ordinal) {
  SQLite::Statement find(database, "SELECT 1 FROM point WHERE run = ? AND ordinal = ?");
  SQLite::bind(find, run, ordinal);
  if (find.executeStep())
    throw Error(fmt::format("point {} of this run is already recorded", ordinal),
                "a measurement is never replaced: begin a new run");
}

std::int64_t add_point_row(SQLite::Database& database, std::int64_t run, const Job& job, const Result& result) {
  const std::int64_t program = program_id(database, job.program);
  const std::int64_t reference = program_id(database, job.reference.program);
  SQLite::Statement add(database,
                        "INSERT INTO point (run, ordinal, key, identity, family, kernel, instance, program, reference, "
                        "outcome, reason, wall_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  SQLite::bind(add, run, job.ordinal, job.key, job.identity, job.family, job.kernel, job.instance, program, reference,
               text_of(name_of(result.outcome)), result.reason, result.wall_s);
  add.exec();
  return database.getLastInsertRowid();
}

void add_quantities(SQLite::Database& database, std::int64_t point, const std::vector<Quantity>& quantities) {
  SQLite::Statement add(database, "INSERT INTO quantity (point, kind, name, value) VALUES (?, ?, ?, ?)");
  for (const Quantity& quantity : quantities) {
    SQLite::bind(add, point, text_of(kQuantityKinds.at(static_cast<std::size_t>(quantity.kind))), quantity.name,
                 quantity.value);
    add.exec();
    add.reset();
  }
}

void add_checks(SQLite::Database& database, std::int64_t point, const std::vector<Check>& checks) {
  SQLite::Statement add(
      database, "INSERT INTO check_result (point, buffer, elements, mismatches, max_abs_error) VALUES (?, ?, ?, ?, ?)");
  for (const Check& check : checks) {
    // SQLite keeps a NaN as NULL, which is what the column means by it.
    SQLite::bind(add, point, check.buffer, check.elements, check.mismatches, check.max_abs_error);
    add.exec();
    add.reset();
  }
}

void add_timing(SQLite::Database& database, std::int64_t point, const Timing& timing, Cache cache) {
  std::vector<double> samples_ns;
  std::vector<double> clocks_mhz;
  for (const Sample& sample : timing.samples) {
    samples_ns.push_back(sample.time_ns);
    clocks_mhz.push_back(sample.sm_clock_mhz.value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  const std::string samples = to_blob(samples_ns);
  const std::string clocks = to_blob(clocks_mhz);
  SQLite::Statement add(database,
                        "INSERT INTO timing (point, clock, cache, stop_rule, samples_ns, sm_clock_mhz) "
                        "VALUES (?, ?, ?, ?, ?, ?)");
  SQLite::bind(add, point, timing.clock, cache == Cache::warm ? "warm" : "cold", timing.stop_rule);
  add.bind(5, static_cast<const void*>(samples.data()), static_cast<int>(samples.size()));
  add.bind(6, static_cast<const void*>(clocks.data()), static_cast<int>(clocks.size()));
  add.exec();
}

void add_prepare_timing(SQLite::Database& database, std::int64_t point, const Timing& timing) {
  std::vector<double> samples_ns;
  for (const Sample& sample : timing.samples) samples_ns.push_back(sample.time_ns);
  const std::string samples = to_blob(samples_ns);
  SQLite::Statement add(database, "INSERT INTO prepare_timing (point, clock, samples_ns) VALUES (?, ?, ?)");
  SQLite::bind(add, point, timing.clock);
  add.bind(3, static_cast<const void*>(samples.data()), static_cast<int>(samples.size()));
  add.exec();
}

void add_metrics(SQLite::Database& database, std::int64_t point, const std::vector<Metric>& metrics) {
  SQLite::Statement add(database,
                        "INSERT INTO metric (point, name, value, unit, source, reason) VALUES (?, ?, ?, ?, ?, ?)");
  for (const Metric& metric : metrics) {
    const bool is_nan = metric.value && std::isnan(*metric.value);
    SQLite::bind(add, point, metric.name, metric.value.value_or(0), metric.unit, metric.source,
                 is_nan ? "the counter gave no number (NaN)" : metric.reason);
    if (!metric.value || is_nan) add.bind(3);
    add.exec();
    add.reset();
  }
}

}  // namespace

void add_point(SQLite::Database& database, std::int64_t run, const Job& job, const Result& result) {
  refuse_second_record(database, run, job.ordinal);
  const std::int64_t point = add_point_row(database, run, job, result);
  add_quantities(database, point, job.quantities);
  add_checks(database, point, result.checks);
  if (result.timing) add_timing(database, point, *result.timing, job.measure.cache);
  if (result.prepare_timing) add_prepare_timing(database, point, *result.prepare_timing);
  add_metrics(database, point, result.metrics);
}

}  // namespace warpledger
