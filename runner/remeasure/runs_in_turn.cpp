#include "remeasure/runs_in_turn.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <chrono>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "run/open_experiment.h"
#include "run/record_run.h"
#include "run/stop_signal.h"
#include "spec/library.h"
#include "spec/utc_time.h"
#include "stats/rounds.h"
#include "store/run_recorder.h"
#include "store/writer.h"

namespace warpledger {
namespace {

/// Metrics, which runs do not record, are the installed ones.
Experiment experiment_of(const RunOptions& options) {
  const Library found(find_paths().roots);
  return load_experiment(found.with_root_of(found.experiment_path(options.experiment)), options);
}

WorkerProcess worker_for(const std::string& device, bool untrusted) {
  const Paths paths = find_paths();
  return untrusted ? make_untrusted_worker(paths, paths.roots, device, "kernel")
                   : make_worker(paths, paths.roots, device);
}

/// A run without points is not recorded: it compares with nothing.
void require_a_turn(const Turns& turns) {
  const auto was_measured = [](const std::optional<Result>& result) { return result.has_value(); };
  if (std::ranges::any_of(turns.results[0], was_measured)) return;
  if (turns.failure) throw Error(*turns.failure);
  if (turns.stopped)
    throw Error("stopped before a point was measured", "nothing was stored; the runs are as they were");
  throw Error("the budget was spent before a point was measured", "raise --budget");
}

struct MeasuredPoints {
  std::vector<Job> jobs;
  std::vector<Result> results;
};

MeasuredPoints points_of(const Turns& turns, std::size_t side, const std::vector<Job>& jobs) {
  const std::vector<std::optional<Result>>& results = turns.results.at(side);
  std::vector<std::size_t> order(jobs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return jobs[i].ordinal; });
  MeasuredPoints points;
  for (const std::size_t i : order) {
    if (!results[i]) continue;
    points.jobs.push_back(jobs[i]);
    points.results.push_back(*results[i]);
  }
  return points;
}

std::string why_left_out(const Turns& turns, bool is_complete) {
  if (turns.failure) return turns.failure->problem();
  if (is_complete) return "";
  return turns.stopped ? "stopped by the user" : "the budget was spent before each point had a turn";
}

/// "after 9 rounds, 230 of 240 points need no more"
void tell_round(const Console& console, std::size_t round, std::size_t over, std::size_t pairs) {
  const bool is_look = next_look(round - 1) == round;
  if (is_look || over == pairs)
    console.tell(fmt::format("after {} round{}, {} of {} point{} need{} no more\n", round, round == 1 ? "" : "s", over,
                             pairs, pairs == 1 ? "" : "s", over == 1 ? "s" : ""));
}

}  // namespace

RunsInTurn::RunsInTurn(const InTurnOptions& options, const std::string& before, const std::string& after)
    : options_(options),
      sides_{side_of(before, folder_.path() / "before"), side_of(after, folder_.path() / "after")},
      untrusted_(sides_[0].options.runs_untrusted_code() || sides_[1].options.runs_untrusted_code()),
      worker_(worker_for(sides_[0].options.device, untrusted_)),
      device_(described(worker_)),
      clocks_(locked_clocks(options_.lock_clocks_mhz, device_)) {
  for (Side& side : sides_) {
    side.plan = make_plan(side.experiment, device_);
    for (std::int64_t i = 0; i < side.plan->size(); ++i) side.ordinals.emplace(side.plan->job(i).identity, i);
  }
}

RunsInTurn::Side RunsInTurn::side_of(const std::string& run, const std::filesystem::path& folder) const {
  RunOptions given;
  given.ledger = options_.ledger;
  given.device = options_.device;
  given.command_line = options_.command_line;
  RunOptions options = options_to_repeat(read_run_to_repeat(options_.ledger, run), folder, std::move(given));
  Experiment experiment = experiment_of(options);
  if (!options.untrusted) refuse_host_code(experiment, Library(find_paths().roots));
  return {std::move(options), std::move(experiment)};
}

TurnsRequest RunsInTurn::request_for(const std::vector<PairToMeasure>& pairs) const {
  TurnsRequest request{.jobs = {}, .pairs = {}, .criteria = {}, .budget_s = options_.budget_s};
  std::array<std::map<std::int64_t, std::size_t>, 2> places;
  const auto place_of = [&](std::size_t side, const std::string& identity, int samples) {
    const std::int64_t ordinal = sides_.at(side).ordinals.at(identity);
    std::vector<Job>& jobs = request.jobs.at(side);
    const auto [place, is_new] = places.at(side).try_emplace(ordinal, jobs.size());
    if (is_new) jobs.push_back(sides_.at(side).plan->job(ordinal));
    Job& job = jobs.at(place->second);
    job.untrusted = untrusted_;
    job.metrics.clear();
    job.measure.resolve = 0;
    job.measure.clocks.clear();
    job.measure.both_caches = false;
    job.measure.min_samples = job.measure.max_samples = is_new ? samples : std::max(samples, job.measure.max_samples);
    return place->second;
  };
  for (const PairToMeasure& pair : pairs)
    if (sides_[0].ordinals.contains(pair.before) && sides_[1].ordinals.contains(pair.after))
      request.pairs.emplace_back(place_of(0, pair.before, pair.samples), place_of(1, pair.after, pair.samples));
  return request;
}

RunInfo RunsInTurn::info_of(const Side& side, std::size_t points, const std::string& in_turn) const {
  RunInfo info = describe_run(side.options, side.experiment, *side.plan, device_, side.plan->size());
  info.planned_points = static_cast<std::int64_t>(points);
  nlohmann::json settings = nlohmann::json::parse(info.settings_json);
  settings["in_turn"] = in_turn;
  settings["untrusted"] = untrusted_;
  info.settings_json = settings.dump();
  return info;
}

std::optional<RunsMade> RunsInTurn::measure(const std::vector<PairToMeasure>& pairs, const ComparisonOptions& how,
                                            const Console& console) {
  TurnsRequest request = request_for(pairs);
  if (request.pairs.empty()) return std::nullopt;
  request.criteria = criteria_on(open_ledger(options_.ledger, Library(find_paths().roots)), device_, how);
  const auto began = std::chrono::system_clock::now();
  watch_for_stop();
  const Turns turns = take_turns(
      request, worker_, {.stop_requested = stop_requested, .after_round = [&](std::size_t round, std::size_t over) {
                           tell_round(console, round, over, request.pairs.size());
                         }});
  require_a_turn(turns);
  const std::string in_turn = boost::uuids::to_string(boost::uuids::random_generator()());
  const LedgerWriter ledger(options_.ledger, schema_folder(find_paths().roots));
  std::array<std::string, 2> made;
  for (std::size_t side = 0; side < made.size(); ++side) {
    const std::vector<Job>& jobs = request.jobs.at(side);
    const MeasuredPoints points = points_of(turns, side, jobs);
    RunInfo info = info_of(sides_.at(side), jobs.size(), in_turn);
    info.started_utc = utc_text(began + std::chrono::milliseconds(side));  // before sorts before after
    info.ended_utc = utc_text(std::chrono::system_clock::now());
    const std::string left_out = why_left_out(turns, points.jobs.size() == jobs.size());
    RunRecorder recorder(ledger.another(), info);
    recorder.add(points.jobs, points.results);
    recorder.finish(left_out.empty() ? "finished" : "interrupted", left_out);
    made.at(side) = recorder.run();
  }
  end_watch_for_stop();
  if (turns.failure) throw Error(*turns.failure);
  return RunsMade{made[0], made[1], pairs.size() - request.pairs.size()};
}

}  // namespace warpledger
