#include "ledger/benchmark_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "ledger/new_file.h"
#include "model/result.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

/// A point as these formats need it.
struct BenchmarkPoint {
  std::string identity;
  std::string instance;
  Outcome outcome = Outcome::ok;
  std::string reason;
  Json configuration;            ///< an object: parameters, axes and launch
  Json metrics;                  ///< an array of {name, value, unit}: those with a value
  std::vector<double> times_ns;  ///< of the samples
  std::optional<double> median_ns, q1_ns, q3_ns;
  double correct_share = 0;  ///< of the elements that were checked; 1 where none was and the point is ok
};

/// SQL for the JSON number of a column of REALs. json_object() alone would write 15 digits.
std::string number_sql(const std::string& column) {
  return fmt::format(
      "CASE WHEN typeof({0}) = 'text' THEN {0} WHEN {0} = CAST({0} AS INTEGER) THEN CAST({0} AS INTEGER) "
      "ELSE json(printf('%!.17g', {0})) END",
      column);
}

std::string points_sql(const std::string& run_uuid) {
  return fmt::format(
      "SELECT identity, instance, points.outcome, points.reason, "
      "(SELECT json_group_object(name, {}) FROM main.quantity WHERE configuration = p.configuration "
      "AND kind <> 'work') AS configuration, "
      "(SELECT json_group_array(json_object('name', name, 'value', {}, 'unit', unit)) FROM metrics "
      "WHERE metrics.point = p.id AND abs(value) < 9e999) AS metrics, "
      "samples_json(t.samples_ns) AS times, samples_median(t.samples_ns) AS median, "
      "samples_quantile(t.samples_ns, 0.25) AS q1, samples_quantile(t.samples_ns, 0.75) AS q3, "
      "coalesce((SELECT 1.0 - 1.0 * sum(mismatches) / nullif(sum(elements), 0) FROM main.check_result "
      "WHERE check_result.point = p.id), points.outcome = 'ok') AS correct_share "
      "FROM points JOIN main.point p ON p.id = points.point "
      "LEFT JOIN main.timing t ON t.point = p.id "
      "WHERE points.run = (SELECT run FROM runs WHERE run_uuid = {}) "
      "ORDER BY points.ordinal",
      number_sql("value"), number_sql("value"), quoted_text(run_uuid));
}

/// None of these formats has a word for an infinite time, or for one that is no number: a ledger that was edited may
/// have them.
std::vector<double> times_in(const std::string& samples, const std::string& identity) {
  const Json times = Json::parse(samples);
  if (std::ranges::any_of(times, [](const Json& time) { return time.is_null(); }))
    throw Error(fmt::format("point '{}' has a sample that is no finite number", printable(identity)),
                "`warpledger ledger check` finds what was changed; --format csv, parquet and sqlite have it as it is");
  return times.get<std::vector<double>>();
}

BenchmarkPoint benchmark_point_of(const std::vector<Cell>& row) {
  BenchmarkPoint point{.identity = text_in(row[0]),
                       .instance = text_in(row[1]),
                       .outcome = outcome_named(text_in(row[2])).value_or(Outcome::crashed),
                       .reason = text_in(row[3]),
                       .configuration = Json::parse(text_in(row[4])),
                       .metrics = Json::parse(text_in(row[5])),
                       .times_ns = {},
                       .median_ns = number_in(row[7]),
                       .q1_ns = number_in(row[8]),
                       .q3_ns = number_in(row[9]),
                       .correct_share = number_in(row[10]).value_or(0)};
  if (point.median_ns) point.times_ns = times_in(text_in(row[6]), point.identity);
  return point;
}

/// A file format: what stands before the points, each point's text, and what stands after. Points are separated by
/// commas; a point whose text is empty is left out.
class BenchmarkText {
 public:
  virtual ~BenchmarkText() = default;
  virtual std::string begin(const std::vector<Cell>& run) = 0;
  virtual std::string of(const BenchmarkPoint& point) = 0;
  virtual std::string end() const = 0;
};

/// JSON on one line. Bytes that are not UTF-8 become U+FFFD.
std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

class T4Text : public BenchmarkText {
 public:
  std::string begin(const std::vector<Cell>& run) override {
    started_utc_ = text_in(run[1]);
    return R"({"schema_version": "1.0.0", "results": [)";
  }
  std::string of(const BenchmarkPoint& point) override {
    constexpr double kNs_per_ms = 1e6;  // Kernel Tuner's times are milliseconds
    Json configuration = {{"kernel", point.instance}};
    configuration.update(point.configuration);
    Json runtimes = Json::array();
    for (const double time_ns : point.times_ns) runtimes.push_back(time_ns / kNs_per_ms);
    Json measurements = Json::array();
    if (point.median_ns) measurements = {{{"name", "time"}, {"value", *point.median_ns / kNs_per_ms}, {"unit", "ms"}}};
    measurements.insert(measurements.end(), point.metrics.begin(), point.metrics.end());
    return line_of({{"timestamp", started_utc_},
                    {"configuration", std::move(configuration)},
                    {"objectives", Json::array({"time"})},
                    {"times", {{"runtimes", std::move(runtimes)}}},
                    {"invalidity", invalidity_of(point.outcome)},
                    {"correctness", point.correct_share},
                    {"measurements", std::move(measurements)}});
  }
  std::string end() const override { return "]}\n"; }

 private:
  static const char* invalidity_of(Outcome outcome) {
    switch (outcome) {
      case Outcome::ok:
        return "correct";
      case Outcome::incorrect:
        return "correctness";
      case Outcome::invalid_point:
        return "constraints";
      case Outcome::compile_failed:
        return "compile";
      case Outcome::timed_out:
        return "timeout";
      case Outcome::launch_failed:
      case Outcome::crashed:
      case Outcome::implausible:
        break;
    }
    return "runtime";
  }
  std::string started_utc_;
};

class BencherText : public BenchmarkText {
 public:
  std::string begin(const std::vector<Cell>&) override { return "{"; }
  std::string of(const BenchmarkPoint& point) override {
    if (point.outcome != Outcome::ok || !point.median_ns) return "";
    if (!names_.insert(point.identity).second)
      throw Error(fmt::format("two points are called '{}'", point.identity),
                  "bmf has one entry a name; --format t4 and google-benchmark take them");
    Json measures = {
        {"latency", {{"value", *point.median_ns}, {"lower_value", *point.q1_ns}, {"upper_value", *point.q3_ns}}}};
    for (const Json& metric : point.metrics)
      measures[metric.at("name").get<std::string>()] = {{"value", metric.at("value")}};
    return line_of(point.identity) + ": " + line_of(measures);
  }
  std::string end() const override { return "}\n"; }

 private:
  std::set<std::string> names_;
};

class GoogleBenchmarkText : public BenchmarkText {
 public:
  std::string begin(const std::vector<Cell>& run) override {
    const Json context = {{"date", text_in(run[1])},        {"executable", "warpledger"},
                          {"caches", Json::array()},        {"library_build_type", "release"},
                          {"run_uuid", text_in(run[0])},    {"experiment", text_in(run[2])},
                          {"device_name", text_in(run[3])}, {"tool_version", text_in(run[4])}};
    return fmt::format("{{\"context\": {},\n\"benchmarks\": [", line_of(context));
  }
  std::string of(const BenchmarkPoint& point) override {
    const std::int64_t family = family_++;
    std::string text;
    for (std::size_t i = 0; i < point.times_ns.size(); ++i) {
      Json entry = entry_of(point, family, "iteration", "");
      entry["repetition_index"] = i;
      add_time(entry, point.times_ns[i], 1);
      text += line_of(entry) + ",\n";
    }
    Json last =
        point.median_ns ? entry_of(point, family, "aggregate", "_median") : entry_of(point, family, "iteration", "");
    if (point.median_ns) {
      last.update({{"aggregate_name", "median"}, {"aggregate_unit", "time"}});
      add_time(last, *point.median_ns, point.times_ns.size());
      for (const Json& metric : point.metrics)
        if (!last.contains(metric.at("name").get<std::string>()))
          last[metric.at("name").get<std::string>()] = metric.at("value");
    }
    if (point.outcome != Outcome::ok)
      last.update(
          {{"error_occurred", true}, {"error_message", fmt::format("{}: {}", name_of(point.outcome), point.reason)}});
    return text + line_of(last);
  }
  std::string end() const override { return "]}\n"; }

 private:
  static Json entry_of(const BenchmarkPoint& point, std::int64_t family, const char* run_type, const char* suffix) {
    return {{"name", point.identity + suffix},
            {"family_index", family},
            {"per_family_instance_index", 0},
            {"run_name", point.identity},
            {"run_type", run_type},
            {"repetitions", point.times_ns.size()},
            {"threads", 1}};
  }
  /// Readers of this format demand a CPU time. A ledger has none, so it repeats the time that was measured.
  static void add_time(Json& entry, double time_ns, std::size_t iterations) {
    entry.update({{"iterations", iterations}, {"real_time", time_ns}, {"cpu_time", time_ns}, {"time_unit", "ns"}});
  }
  std::int64_t family_ = 0;
};

std::unique_ptr<BenchmarkText> make_text(BenchmarkFormat format) {
  if (format == BenchmarkFormat::t4) return std::make_unique<T4Text>();
  if (format == BenchmarkFormat::bmf) return std::make_unique<BencherText>();
  return std::make_unique<GoogleBenchmarkText>();
}

void write_points(const LedgerReader& ledger, const std::string& run_uuid, BenchmarkText& text, TextFile& file) {
  const Table run =
      ledger.query(fmt::format("SELECT run_uuid, started_utc, experiment, device_name, tool_version "
                               "FROM runs WHERE run_uuid = {}",
                               quoted_text(run_uuid)));
  file.write(text.begin(run.rows.front()));
  const char* separator = "\n";
  ledger.query_in_parts(points_sql(run_uuid), [&](const Table& part) {
    for (const std::vector<Cell>& row : part.rows) {
      const std::string one = text.of(benchmark_point_of(row));
      if (!one.empty()) file.write(std::exchange(separator, ",\n") + one);
    }
  });
  file.write("\n" + text.end());
  file.close();
}

}  // namespace

void write_benchmarks(const LedgerReader& ledger, const std::vector<std::string>& runs, BenchmarkFormat format,
                      const std::string& to) {
  if (runs.size() != 1)
    throw Error(fmt::format("these are {} runs, and a file of this format holds one", runs.size()),
                "name a run; --format sqlite, csv, parquet and json take several");
  write_new(to, [&](const std::string& path) {
    TextFile file(path);
    write_points(ledger, runs.front(), *make_text(format), file);
  });
}

}  // namespace warpledger
