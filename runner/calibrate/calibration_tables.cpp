#include "calibrate/calibration_tables.h"

#include <fmt/format.h>

#include <string>

#include "calibrate/fitted_profile.h"

namespace warpledger {
namespace {

std::string percent(double share) { return fmt::format("{:.2f}", 100 * share); }

}  // namespace

Table changes_of_setting(const Setting& before, const Setting& after) {
  Table table{{"parameter", "before", "after"}, {}};
  for (const Tunable& parameter : fitted_parameters())
    table.rows.push_back({parameter.name, before.at(parameter.name), after.at(parameter.name)});
  return table;
}

Table table_of_errors(const std::vector<MetricError>& before, const std::vector<MetricError>& after,
                      const std::vector<MetricError>& all) {
  Table table{{"metric", "points", "before % | mean", "before % | worst", "after % | mean", "after % | worst",
               "all points", "after, all % | mean", "after, all % | worst"},
              {}};
  const auto then = errors_by_metric(before), now = errors_by_metric(after), whole = errors_by_metric(all);
  for (const auto& [metric, of_metric] : then) {
    const ErrorSummary &fitted = now.at(metric), &everywhere = whole.at(metric);
    table.rows.push_back({metric, static_cast<std::int64_t>(of_metric.points), percent(of_metric.mean),
                          percent(of_metric.worst), percent(fitted.mean), percent(fitted.worst),
                          static_cast<std::int64_t>(everywhere.points), percent(everywhere.mean),
                          percent(everywhere.worst)});
  }
  return table;
}

}  // namespace warpledger
