#include "ledger/measured_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "base/error.h"
#include "ledger/run_selection.h"
#include "model/samples.h"
#include "model/table.h"

namespace warpledger {
namespace {

/// Returns all words with '='.
std::vector<std::pair<std::string, std::string>> parameters_of(const std::string& identity) {
  std::vector<std::pair<std::string, std::string>> parameters;
  std::istringstream words(identity);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) parameters.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return parameters;
}

MeasuredPoint point_of(const std::vector<Cell>& row) {
  MeasuredPoint point;
  point.family = text_in(row[1]);
  point.kernel = text_in(row[2]);
  point.instance = text_in(row[3]);
  point.identity = text_in(row[4]);
  point.parameters = parameters_of(point.identity);
  point.outcome = text_in(row[5]);
  return point;
}

/// Points with an index by id.
struct Points {
  std::vector<MeasuredPoint> points;
  std::map<std::int64_t, std::size_t> place;

  /// Null if the point is of another kernel.
  MeasuredPoint* find(const std::vector<Cell>& row) {
    const auto found = place.find(whole_in(row[0]));
    return found == place.end() ? nullptr : &points[found->second];
  }
};

void add_parameters(const LedgerReader& ledger, std::int64_t run, Points& all) {
  const Table rows = ledger.query(
      "SELECT p.id, q.name, q.value FROM main.point AS p JOIN main.quantity AS q ON q.configuration = "
      "p.configuration WHERE p.run = ?1 AND q.kind = 'parameter'",
      {run});
  for (const std::vector<Cell>& row : rows.rows)
    if (MeasuredPoint* point = all.find(row)) {
      const auto number = number_in(row[2]);
      point->resolved[text_in(row[1])] = number ? fmt::format("{}", *number) : text_in(row[2]);
    }
}

void add_samples(const LedgerReader& ledger, std::int64_t run, Points& all) {
  const Table samples =
      ledger.query("SELECT point, time_ns, sm_clock_mhz FROM samples WHERE run = ?1 ORDER BY ordinal, sample", {run});
  for (const std::vector<Cell>& row : samples.rows) {
    MeasuredPoint* point = all.find(row);
    if (point == nullptr) continue;
    constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();
    point->launches.samples_ns.push_back(number_in(row[1]).value_or(kAbsent));
    point->launches.sm_clock_mhz.push_back(number_in(row[2]).value_or(kAbsent));
  }
}

void refuse_impossible_points(const LedgerReader& ledger, const Points& all) {
  for (const auto& [id, place] : all.place) {
    const MeasuredPoint& point = all.points[place];
    const std::string found = impossible_sample(point.launches.samples_ns, point.launches.sm_clock_mhz);
    if (!found.empty()) refuse_impossible_point(ledger, id, found);
  }
}

void add_disturbances(const LedgerReader& ledger, std::int64_t run, Points& all) {
  const Table rows = ledger.query("SELECT point, disturbance FROM disturbances WHERE run = ?1", {run});
  for (const std::vector<Cell>& row : rows.rows)
    if (MeasuredPoint* point = all.find(row)) point->launches.disturbance = text_in(row[1]);
}

void add_rounds(const LedgerReader& ledger, std::int64_t run, Points& all) {
  const Table rows =
      ledger.query("SELECT point, value FROM metrics WHERE run = ?1 AND name = ?2", {run, std::string(kRounds)});
  for (const std::vector<Cell>& row : rows.rows) {
    MeasuredPoint* point = all.find(row);
    const double rounds = number_in(row[1]).value_or(0);
    const std::size_t samples = point == nullptr ? 0 : point->launches.samples_ns.size();
    // Ignore a foreign ledger's rounds that do not divide the samples.
    const auto whole = static_cast<std::size_t>(std::clamp(rounds, 0.0, static_cast<double>(samples)));
    if (whole > 0 && samples % whole == 0) point->launches.rounds = whole;
  }
}

void add_counters(const LedgerReader& ledger, std::int64_t run, Points& all) {
  const Table rows =
      ledger.query(fmt::format("SELECT point, * FROM {} WHERE run = ?1", explaining_view(ledger, run)), {run});
  constexpr std::size_t kFirstCounter = 3;  // after point, run and point
  for (const std::vector<Cell>& row : rows.rows) {
    MeasuredPoint* point = all.find(row);
    for (std::size_t i = kFirstCounter; point != nullptr && i < row.size(); ++i) {
      const auto value = number_in(row[i]);
      if (!value || !std::isfinite(*value)) continue;
      point->counters[rows.columns[i]] = *value;
      if (rows.is_modelled(i)) point->modelled.insert(rows.columns[i]);
    }
  }
}

Points timed_points(const LedgerReader& ledger, std::int64_t run, const std::string& kernel) {
  const std::string of_kernel = kernel.empty() ? std::string() : " AND " + kernel_condition(kernel);
  const Table rows =
      ledger.query(fmt::format("SELECT point, family, kernel, instance, identity, outcome FROM points WHERE run = ?1{} "
                               "ORDER BY ordinal",
                               of_kernel),
                   {run});
  Points all;
  for (const std::vector<Cell>& row : rows.rows) {
    all.place[whole_in(row[0])] = all.points.size();
    all.points.push_back(point_of(row));
  }
  add_parameters(ledger, run, all);
  add_samples(ledger, run, all);
  refuse_impossible_points(ledger, all);
  add_rounds(ledger, run, all);
  add_disturbances(ledger, run, all);
  return all;
}

}  // namespace

const char* explaining_view(const LedgerReader& ledger, std::int64_t run) {
  const Table backend = ledger.query("SELECT device_backend FROM runs WHERE run = ?1", {run});
  const bool on_host = !backend.rows.empty() && text_in(backend.rows[0][0]) == "host";
  return on_host ? "explaining_estimates" : "explaining_counters";
}

void refuse_impossible_point(const LedgerReader& ledger, std::int64_t point, const std::string& what) {
  const std::vector<Cell> row =
      ledger.query("SELECT ordinal, run_uuid, identity FROM points WHERE point = ?1", {point}).rows.at(0);
  const std::string run = text_in(row[1]).substr(0, 8);
  throw Error(fmt::format("point {} of run {} ({}): {}", whole_in(row[0]), run, text_in(row[2]), what),
              fmt::format("no launch has such a number: `warpledger ledger forget {}` leaves the run out, `warpledger "
                          "ledger check` names all such points",
                          run));
}

void refuse_impossible_times_of_selected_run(const LedgerReader& ledger) {
  const Table times = ledger.query("SELECT point, time_min_us, time_max_us FROM point WHERE time_min_us IS NOT NULL");
  for (const std::vector<Cell>& row : times.rows)
    for (const double us : {number_in(row[1]).value_or(0), number_in(row[2]).value_or(0)})
      if (!is_launch_time(1e3 * us))
        refuse_impossible_point(ledger, whole_in(row[0]), fmt::format("a time of {:g} µs", us));
}

std::vector<MeasuredPoint> read_timed_points(const LedgerReader& ledger, std::int64_t run) {
  return std::move(timed_points(ledger, run, "").points);
}

std::vector<MeasuredPoint> read_measured_points(const LedgerReader& ledger, std::int64_t run,
                                                const std::string& kernel) {
  Points all = timed_points(ledger, run, kernel);
  add_counters(ledger, run, all);
  return std::move(all.points);
}

}  // namespace warpledger
