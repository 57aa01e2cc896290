#include "plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/text.h"
#include "command/command.h"
#include "command/experiment_run.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "grading/measure/grading_grids.h"
#include "model/launch_text.h"
#include "plan/shard.h"
#include "report/json_rows.h"
#include "run/open_experiment.h"
#include "run/plan_page.h"

namespace warpledger {
namespace {

struct PlanArguments : ExperimentOptions {
  std::string shard;
  std::string ledger = "results.db";
  std::optional<std::int64_t> limit;  ///< 0: all
  bool json = false;

  /// JSON has all points by default.
  std::int64_t shown_of(std::int64_t points) const {
    constexpr std::int64_t kLinesForAPerson = 20;
    const std::int64_t most = limit.value_or(json ? 0 : kLinesForAPerson);
    return most > 0 ? std::min(most, points) : points;
  }
};

/// Prints an object per line: a million points need little memory.
void print_json(const Plan& plan, std::span<const std::int64_t> ordinals) {
  for (const std::int64_t i : ordinals) {
    const PointLine line = plan.line(i);
    nlohmann::json point = {{"point", i}, {"instance", line.instance}};
    if (const std::string grid = text_in(line.grid); !grid.empty()) {
      point["grid"] = grid;
      point["block"] = text_in(line.block);
    }
    for (std::size_t column = 0; column < line.values.size(); ++column)
      if (const auto number = number_in(line.values[column]))
        point[plan.columns()[column]] = *number;
      else if (!std::holds_alternative<std::monostate>(line.values[column]))
        point[plan.columns()[column]] = text_in(line.values[column]);
    std::cout << json_line(std::move(point)) << '\n';
  }
}

void print(const PlanArguments& options, const Opened& opened, const Device& device, const Plan& plan,
           const std::vector<std::int64_t>& ordinals) {
  const auto points = static_cast<std::int64_t>(ordinals.size());
  const std::int64_t shown = options.shown_of(points);
  print_table(first_points(plan, ordinals, shown));
  if (shown < points)
    print_text(fmt::format("... and {} more (--limit 0 shows all)\n", with_thousands(points - shown)));
  const std::string of_plan =
      options.shard.empty() ? "" : fmt::format("shard {}, {} of ", options.shard, with_thousands(points));
  print_text(fmt::format("\n{} on {}: {}{} point{}; {}\n", opened.experiment.name, device.name, of_plan,
                         with_thousands(plan.size()), plan.size() == 1 ? "" : "s",
                         time_estimate(options.ledger, opened, device, points)) +
             left_out_note(plan) + coinciding_note(plan));
}

std::vector<std::int64_t> ordinals_of(const PlanArguments& options, const Plan& plan) {
  if (!options.shard.empty()) return ordinals_of(plan, parse_shard(options.shard, "--shard"));
  return plan.ordinals();
}

/// Returns the number of failed points.
std::int64_t launch_all(const ExperimentOptions& options) {
  Opened opened = open_experiment(options);
  const Device device = opened.worker->describe();
  const Plan plan = make_plan(opened.experiment, device);
  std::int64_t not_ok = 0;
  for (std::int64_t i = 0; i < plan.size(); ++i) {
    const Job job = plan.job(i);
    const Result result = opened.worker->launch(job);
    if (result.outcome == Outcome::ok) continue;
    ++not_ok;
    messages().tell(fmt::format("{}: {}: {}\n", name_of(result.outcome), point_text(job), result.reason));
  }
  print_text(fmt::format("{} of {} points launched once on {}\n", with_thousands(plan.size() - not_ok),
                         with_thousands(plan.size()), device.name));
  return not_ok;
}

}  // namespace

void add_plan(Arguments& arguments) {
  auto options = std::make_shared<PlanArguments>();
  declare_experiment(arguments, *options).required();
  declare_shard(arguments, options->shard, "");
  declare_ledger(arguments, options->ledger);
  arguments.whole("--limit", options->limit, "show at most this many points; 0: all; default: 20, with JSON all");
  declare_json(arguments, options->json, "one JSON object per line, a point each");
  arguments.run([options] {
    Opened opened = open_experiment(*options);
    const Device device = opened.worker->describe();
    const Plan plan = make_plan(opened.experiment, device);
    if (opened.experiment.grading) check_points(grading_grids(opened.library, options->experiment, {}), device);
    const std::vector<std::int64_t> ordinals = ordinals_of(*options, plan);
    if (options->json) {
      const std::int64_t shown = options->shown_of(static_cast<std::int64_t>(ordinals.size()));
      print_json(plan, std::span(ordinals).first(static_cast<std::size_t>(shown)));
    } else {
      print(*options, opened, device, plan, ordinals);
    }
    return kAllOk;
  });
}

void add_launch(Arguments& arguments) {
  auto options = std::make_shared<ExperimentOptions>();
  declare_experiment(arguments, *options).required();
  arguments.run([options] { return launch_all(*options) == 0 ? kAllOk : kSomePointFailed; });
}

}  // namespace warpledger
