#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/text.h"
#include "command/command.h"
#include "command/experiment_arguments.h"
#include "command/terminal.h"
#include "ledger/ledger_reader.h"
#include "run/run_options.h"
#include "spec/experiment.h"
#include "spec/paths.h"

namespace warpledger {
namespace {

struct ShowArguments {
  std::string name;
  std::string ledger = "results.db";
};

std::string allowed(const Parameter& parameter) {
  if (!parameter.values.empty()) return fmt::format("{}", fmt::join(parameter.values, ", "));
  std::vector<std::string> bounds;
  if (parameter.min) bounds.push_back(fmt::format(">= {}", *parameter.min));
  if (parameter.max) bounds.push_back(fmt::format("<= {}", *parameter.max));
  return join(bounds, " and ");
}

void show_family(const Family& family) {
  print_text(fmt::format("family {}: {}\nfile: {}\n\n", family.name, family.about, family.file));
  Table parameters{{"parameter", "type", "allowed", "default", "about"}, {}};
  for (const Parameter& p : family.parameters) {
    parameters.rows.push_back({p.name, std::string(p.whole ? "int" : "float"), allowed(p),
                               p.default_value ? p.default_value->text() : std::string("given by the experiment"),
                               p.about});
  }
  print_table(parameters);
  Table kernels{{"kernel", "source", "launches"}, {}};
  for (const Kernel& kernel : family.kernels)
    kernels.rows.push_back({kernel.name, kernel.program.main.name, static_cast<std::int64_t>(kernel.launches.size())});
  std::cout << '\n';
  print_table(kernels);
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

void show_experiment(const Experiment& experiment) {
  print_text(fmt::format("experiment {}: {}\nfile: {}\nreport: {}\n\n", experiment.name, experiment.about,
                         experiment.file, experiment.report.empty() ? kDefaultReport : experiment.report));
  Table axes{{"axis", "values"}, {}};
  for (const Axis& axis : experiment.grid.outer) axes.rows.push_back({axis.name, values_of(axis)});
  for (const KernelChoice& choice : experiment.grid.kernels) {
    std::string kernel = experiment.family.kernels.at(choice.kernel).name;
    for (const Axis& axis : choice.axes) kernel += fmt::format("  {}: {}", axis.name, values_of(axis));
    axes.rows.push_back({std::string("kernel"), kernel});
  }
  for (const Axis& axis : experiment.grid.inner) axes.rows.push_back({axis.name, values_of(axis)});
  print_table(axes);
  Table metrics{{"metric", "unit", "about"}, {}};
  for (const MetricRequest& metric : experiment.metrics)
    metrics.rows.push_back({metric.name, metric.unit, metric.about});
  if (!metrics.rows.empty()) std::cout << '\n', print_table(metrics);
  std::cout << '\n';
  show_family(experiment.family);
}

/// What the ledger says of the selected run, a line a fact; what it does not say has none.
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

void show_run(LedgerReader& ledger) {
  print_table(facts_of_run(ledger));
  std::cout << '\n';
  print_table(ledger.query("SELECT outcome, count(*) AS points FROM point GROUP BY outcome"));
  const Table failed =
      ledger.query("SELECT ordinal, outcome, identity, reason FROM point WHERE outcome <> 'ok' ORDER BY ordinal");
  if (!failed.rows.empty()) std::cout << '\n', print_table(failed);
}

/// Whether `name` begins a run's UUID in a ledger that is there.
bool is_run(const ShowArguments& options, const Library& library) {
  if (!std::filesystem::exists(options.ledger)) return false;
  if (options.name == "latest") return true;
  const auto runs = open_ledger(options.ledger, library).runs();
  return std::any_of(runs.begin(), runs.end(),
                     [&](const RunSummary& run) { return run.uuid.starts_with(options.name); });
}

void show(const ShowArguments& options) {
  const Library library(find_paths().roots);
  const auto names = library.families();
  if (is_run(options, library)) {
    LedgerReader ledger = open_ledger(options.ledger, library);
    ledger.select_run(options.name);
    show_run(ledger);
  } else if (std::find(names.begin(), names.end(), options.name) != names.end()) {
    show_family(load_family(library, options.name, result_names(library)));
  } else {
    show_experiment(load_experiment(library, options.name, {}, result_names(library)));
  }
}

}  // namespace

void add_show(Arguments& arguments) {
  auto options = std::make_shared<ShowArguments>();
  arguments.text("name", options->name, "an experiment, a family, latest, or the start of a run's UUID").required();
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    show(*options);
    return kAllOk;
  });
}

}  // namespace warpledger
