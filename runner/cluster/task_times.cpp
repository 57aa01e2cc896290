#include "cluster/task_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <regex>
#include <variant>

#include "base/sql_text.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "model/device_name.h"
#include "plan/shard.h"

namespace warpledger {
namespace {

struct EarlierRun {
  StoredRun run;
  double seconds = 0;
};

/// All stops must be recorded, so that the run's time is known.
std::optional<EarlierRun> earlier_run(const LedgerReader& ledger, const std::string& experiment, bool on_host,
                                      const std::string& gpu) {
  const Table found = ledger.query(fmt::format(
      "SELECT run_uuid, device_name, (SELECT sum(julianday(stopped_utc) - julianday(started_utc)) * 86400 "
      "FROM run_starts WHERE run_starts.run = runs.run) AS seconds FROM runs WHERE experiment = {} AND outcome = "
      "'finished' AND tool = 'warpledger' AND NOT forgotten AND recorded_points > 0 AND (device_backend = 'host') = {} "
      "AND {} ORDER BY started_utc DESC",
      quoted_text(experiment), on_host ? 1 : 0, kIsNoAnchor));
  for (const auto& row : found.rows) {
    const double* seconds = std::get_if<double>(&row.at(2));
    if (seconds && *seconds > 0 && (on_host || gpu.empty() || is_of_model(text_in(row.at(1)), gpu)))
      return EarlierRun{ledger.stored_run(text_in(row.at(0))), *seconds};
  }
  return std::nullopt;
}

/// If the plan changed, assumes the current plan's mean cost per point.
double cost_of(const StoredRun& run, const Plan& plan, double total_us) {
  const auto is_of_plan = [&](const RecordedPoint& point) { return point.ordinal < plan.size(); };
  const bool same_plan =
      (!run.shard.empty() || run.planned_points == plan.size()) && std::ranges::all_of(run.recorded, is_of_plan);
  if (!same_plan) return total_us / static_cast<double>(plan.size()) * static_cast<double>(run.recorded.size());
  double cost_us = 0;
  for (const RecordedPoint& point : run.recorded) cost_us += static_cast<double>(plan.cost_us(point.ordinal));
  return cost_us;
}

std::vector<double> costs_of_shards(const Plan& plan, std::int64_t count) {
  std::vector<double> costs_us;
  for (const std::vector<std::int64_t>& shard : split_plan(plan, count)) {
    costs_us.push_back(0);
    for (const std::int64_t ordinal : shard) costs_us.back() += static_cast<double>(plan.cost_us(ordinal));
  }
  return costs_us;
}

}  // namespace

std::optional<TaskTimes> times_of_tasks(const TaskTimesRequest& request, const Library& library,
                                        const ExperimentOptions& options) {
  if (!std::filesystem::exists(request.ledger)) return std::nullopt;
  const Experiment experiment = load_experiment(library, options);
  const bool on_host = options.device.starts_with("host");
  const auto earlier = earlier_run(open_ledger(request.ledger, library), experiment.name, on_host, request.gpu);
  if (!earlier) return std::nullopt;
  const Plan plan = make_plan(experiment, earlier->run.device);
  TaskTimes times{.seconds = costs_of_shards(plan, request.tasks), .device_name = earlier->run.device.name};
  const double total_us = std::accumulate(times.seconds.begin(), times.seconds.end(), 0.0);
  const double cost_us = cost_of(earlier->run, plan, total_us);
  for (double& seconds : times.seconds) seconds *= earlier->seconds / cost_us;
  return times;
}

std::optional<double> seconds_of_limit(const std::string& limit) {
  static const std::regex kLimit(R"((?:(\d{1,9})-)?(\d{1,9})(?::(\d{1,9}))?(?::(\d{1,9}))?)");
  std::smatch found;
  if (!std::regex_match(limit, found, kLimit)) return std::nullopt;
  const auto number = [&](std::size_t group) { return found[group].matched ? std::stod(found[group]) : 0; };
  constexpr double kMinute_s = 60, kHour_s = 3600, kDay_s = 86400;
  // Without days and a third number, the first number is minutes.
  if (!found[1].matched && !found[4].matched) return number(2) * kMinute_s + number(3);
  return number(1) * kDay_s + number(2) * kHour_s + number(3) * kMinute_s + number(4);
}

}  // namespace warpledger
