#include "compare/series.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "base/error.h"
#include "model/cell_value.h"

namespace warpledger {
namespace {

/// What a series is known by: experiment, submission, device, identity.
using SeriesKey = std::tuple<std::string, std::string, std::string, std::string>;

constexpr std::size_t kValue = 10;  // the metric's place in a row

Table rows_of(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric) {
  const char* quartiles = metric == kTimeMetric ? "time_q1_us, time_q3_us" : "NULL, NULL";
  const std::string sql = fmt::format(
      "SELECT experiment, submission, device_uuid, identity, device_name, run, run_uuid, started_utc, "
      "outcome, key, {}, {} FROM points WHERE {} ORDER BY started_utc, run_uuid, ordinal",
      column_of_points(metric), quartiles, condition_of(filter));
  try {
    // No time is modelled, and to find what is takes several answers.
    return metric == kTimeMetric ? ledger.query(sql) : ledger.marked_query(sql);
  } catch (const Error&) {
    check_columns(ledger, filter, metric);  // which would cost the time of a short query, were it always asked first
    throw;
  }
}

/// A number that is made of measured and modelled ones is none.
Observation observation_of(const std::vector<Cell>& row, Mark mark) {
  const auto value = mark == Mark::mixed ? std::nullopt : number_in(row[kValue]);
  return {whole_in(row[5]),   text_in(row[6]),   text_in(row[7]), text_in(row[8]), text_in(row[9]), value, mark,
          number_in(row[11]), number_in(row[12])};
}

}  // namespace

std::vector<Series> read_series(const LedgerReader& ledger, const SeriesFilter& filter, const std::string& metric) {
  const Table rows = rows_of(ledger, filter, metric);
  if (rows.rows.empty()) fail_without_points(ledger, filter);
  std::vector<Series> all;
  std::map<SeriesKey, std::size_t> places;
  bool has_number = false;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const std::vector<Cell>& row = rows.rows[i];
    const SeriesKey key{text_in(row[0]), text_in(row[1]), text_in(row[2]), text_in(row[3])};
    const auto [place, is_new] = places.emplace(key, all.size());
    if (is_new)
      all.push_back({text_in(row[0]), text_in(row[1]), text_in(row[2]), text_in(row[4]), text_in(row[3]), {}});
    all[place->second].observations.push_back(observation_of(row, rows.mark(i, kValue)));
    has_number = has_number || number_in(row[kValue]).has_value();
  }
  if (!has_number)
    throw Error(fmt::format("--metric: '{}' has no number at any of the {} points that were asked for", metric,
                            rows.rows.size()),
                "name a numeric column that was measured there");
  return all;
}

}  // namespace warpledger
