#include "ledger/description.h"

#include <fmt/format.h>

#include "base/text.h"

namespace warpledger {
namespace {

std::string allowed(const Parameter& parameter) {
  if (!parameter.values.empty()) return fmt::format("{}", fmt::join(parameter.values, ", "));
  std::vector<std::string> bounds;
  if (parameter.min) bounds.push_back(fmt::format(">= {}", *parameter.min));
  if (parameter.max) bounds.push_back(fmt::format("<= {}", *parameter.max));
  return join(bounds, " and ");
}

std::string values_of(const Axis& axis) {
  if (axis.range) return fmt::format("{} to {}", axis.range->from.text(), axis.range->to.text());
  std::vector<std::string> rows;
  for (const std::vector<Expression>& row : axis.rows) {
    std::vector<std::string> texts;
    for (const Expression& value : row) texts.push_back(value.text());
    rows.push_back(join(texts, "/"));
  }
  return join(rows);
}

}  // namespace

Table parameters_of(const Family& family) {
  Table parameters{{"parameter", "type", "allowed", "default", "about"}, {}};
  for (const Parameter& p : family.parameters) {
    parameters.rows.push_back({p.name, std::string(p.whole ? "int" : "float"), allowed(p),
                               p.default_value ? p.default_value->text() : std::string("given by the experiment"),
                               p.about});
  }
  return parameters;
}

Table kernels_of(const Family& family) {
  Table kernels{{"kernel", "source", "launches"}, {}};
  for (const Kernel& kernel : family.kernels)
    kernels.rows.push_back({kernel.name, kernel.program.main.name, static_cast<std::int64_t>(kernel.launches.size())});
  return kernels;
}

Table axes_of(const Experiment& experiment) {
  Table axes{{"axis", "values"}, {}};
  for (const Axis& axis : experiment.grid.outer) axes.rows.push_back({axis.name, values_of(axis)});
  for (const KernelChoice& choice : experiment.grid.kernels) {
    std::string kernel = experiment.family.kernels.at(choice.kernel).name;
    for (const Axis& axis : choice.axes) kernel += fmt::format("  {}: {}", axis.name, values_of(axis));
    axes.rows.push_back({std::string("kernel"), kernel});
  }
  for (const Axis& axis : experiment.grid.inner) axes.rows.push_back({axis.name, values_of(axis)});
  return axes;
}

Table metrics_of(const Experiment& experiment) {
  Table metrics{{"metric", "unit", "about"}, {}};
  for (const MetricRequest& metric : experiment.metrics)
    metrics.rows.push_back({metric.name, metric.unit, metric.about});
  return metrics;
}

Table facts_of_run(const LedgerReader& ledger) {
  const Table run = ledger.query(
      "SELECT run_uuid AS run, experiment, submission, device_name AS device, device_uuid AS \"device's UUID\", "
      "started_utc AS started, ended_utc AS ended, outcome, nullif(reason, '') AS reason, "
      "nullif(times_resumed, 0) AS \"times resumed\", planned_points AS \"points planned\", "
      "recorded_points AS \"points recorded\", ok_points AS \"points ok\", command_line AS \"command line\", seed, "
      "tool_version AS warpledger, tags, CASE WHEN forgotten THEN 'yes' END AS forgotten FROM run_info");
  Table facts{{"fact", "value"}, {}};
  for (std::size_t i = 0; !run.rows.empty() && i < run.columns.size(); ++i)
    if (!std::holds_alternative<std::monostate>(run.rows[0][i])) facts.rows.push_back({run.columns[i], run.rows[0][i]});
  return facts;
}

}  // namespace warpledger
