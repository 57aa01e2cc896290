#include "spec/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "command/command.h"
#include "command/experiment_arguments.h"
#include "command/metric_tables.h"
#include "command/terminal.h"
#include "exec/protocol.h"
#include "exec/worker.h"
#include "report/json_rows.h"
#include "run/run_options.h"
#include "spec/paths.h"

namespace warpledger {
namespace {

constexpr std::size_t kMostRawCounters = 40;  // of a chip's some thousands

struct MetricsArguments {
  std::vector<std::string> groups;
  std::string search;
  std::vector<std::string> chips;
  bool json = false;
};

struct RawCounters {
  std::string chip;
  std::vector<ChipCounter> counters;
};

/// All that the command found out.
struct Answer {
  std::vector<ListedMetrics> lists;
  std::optional<ListedMetrics> together;  ///< all metrics of `lists`, when several were asked for
  std::vector<RawCounters> raw;           ///< one per chip
  std::string why_no_passes;              ///< empty when chips could be asked about
};

bool matches(const MetricRequest& metric, const std::string& text) {
  return contains_ignoring_case(metric.name, text) || contains_ignoring_case(metric.about, text) ||
         std::any_of(metric.choices.begin(), metric.choices.end(),
                     [&](const CounterChoice& choice) { return contains_ignoring_case(choice.counter, text); });
}

std::vector<ListedMetrics> listed_metrics(const MetricsArguments& options) {
  const std::vector<MetricGroup> catalogue = load_metric_groups(Library(find_paths().roots));
  std::vector<MetricGroup> groups;
  for (const std::string& name : options.groups) groups.push_back(find_metric_group(catalogue, name));
  if (options.groups.empty()) groups = catalogue;

  std::vector<ListedMetrics> lists;
  for (const MetricGroup& group : groups) {
    // A search of the whole catalogue finds a metric where it is defined.
    const bool search_all = options.groups.empty() && !options.search.empty();
    ListedMetrics listed{group.name, group.about, search_all ? group.metrics : group.members(), {}};
    std::erase_if(listed.metrics, [&](const MetricRequest& metric) { return !matches(metric, options.search); });
    if (!listed.metrics.empty()) lists.push_back(std::move(listed));
  }
  return lists;
}

ListedMetrics together(std::span<const ListedMetrics> lists) {
  ListedMetrics all{"together", "", {}, {}};
  for (const ListedMetrics& listed : lists)
    for (const MetricRequest& metric : listed.metrics)
      if (std::find(all.metrics.begin(), all.metrics.end(), metric) == all.metrics.end()) all.metrics.push_back(metric);
  return all;
}

/// The chips that were asked for, or all that are known. Throws Error with the nearest name for an unknown one.
std::vector<std::string> chips_to_ask_about(const MetricsArguments& options, const std::vector<std::string>& known) {
  for (const std::string& chip : options.chips)
    if (std::find(known.begin(), known.end(), chip) == known.end())
      throw Error(fmt::format("CUPTI knows no chip '{}'", chip), did_you_mean(chip, known));
  return options.chips.empty() ? known : options.chips;
}

Answer ask(const MetricsArguments& options) {
  Answer answer{.lists = listed_metrics(options)};
  if (options.groups.size() > 1) answer.together = together(answer.lists);
  const Paths paths = find_paths();
  WorkerProcess worker = make_worker(paths, paths.roots, "auto");
  std::vector<std::string> known;
  try {
    known = worker.chips();
  } catch (const Error& error) {
    answer.why_no_passes = fmt::format("{}; {}", error.problem(), error.hint());
    return answer;
  }
  const std::vector<std::string> chips = chips_to_ask_about(options, known);
  const auto support_of = [&](const ListedMetrics& listed) { return worker.counter_support(chips, listed.metrics); };
  for (ListedMetrics& listed : answer.lists) listed.support = support_of(listed);
  if (answer.together) answer.together->support = support_of(*answer.together);
  if (options.search.empty()) return answer;
  for (const std::string& chip : options.chips) {
    answer.raw.push_back({chip, matching(worker.chip_counters(chip), options.search)});
  }
  return answer;
}

void print_metrics(const MetricsArguments& options, const ListedMetrics& listed) {
  print_text(fmt::format("{}: {}\n\n", listed.name, listed.about));
  print_table(meanings(listed));
  if (!options.groups.empty() || !options.chips.empty() || !options.search.empty()) {
    print_text("\nThe counters. If a metric has several, any of them provides it; the host uses the model's:\n\n");
    ListedMetrics of_chips = listed;
    if (options.chips.empty()) of_chips.support.clear();
    print_table(counters(of_chips));
    for (const std::string& line : absences(of_chips)) print_text(line + "\n");
  }
  const std::vector<std::string> of_range_time = metrics_of_range_time(listed.metrics);
  if (!of_range_time.empty())
    print_text(fmt::format("\nMeasured over the profiled range, which lasts longer than its kernel: {}\n",
                           join(of_range_time)));
  std::cout << '\n';
}

void print_raw(const RawCounters& raw) {
  const std::size_t shown = std::min(kMostRawCounters, raw.counters.size());
  std::cout << fmt::format("{} counter{} of {} match{}", raw.counters.size(), raw.counters.size() == 1 ? "" : "s",
                           raw.chip, raw.counters.size() == 1 ? "es" : "");
  if (shown < raw.counters.size())
    std::cout << fmt::format(" (the first {} are shown; a longer --search matches fewer)", shown);
  std::cout << (shown == 0 ? ".\n" : ":\n\n");
  for (std::size_t i = 0; i < shown; ++i) print_text(line_of(raw.counters[i]) + "\n");
  std::cout << '\n';
}

void print_passes(const Answer& answer) {
  std::vector<ListedMetrics> columns = answer.lists;
  if (answer.together) columns.push_back(*answer.together);
  if (!answer.why_no_passes.empty()) {
    print_text(fmt::format("The passes are unknown: {}\n", answer.why_no_passes));
  } else if (!columns.empty()) {
    print_text("Passes: how often a launch is repeated to collect a list (and how much of the list the chip has):\n\n");
    print_table(passes(columns));
  }
}

void print(const MetricsArguments& options, const Answer& answer) {
  for (const ListedMetrics& listed : answer.lists) print_metrics(options, listed);
  if (answer.lists.empty()) print_text(fmt::format("No metric matches '{}'.\n\n", options.search));
  for (const RawCounters& raw : answer.raw) print_raw(raw);
  print_passes(answer);
}

nlohmann::json to_json(const ListedMetrics& listed) {
  return {{"group", listed.name},
          {"about", listed.about},
          {"metrics", listed.metrics},
          {"of_range_time", metrics_of_range_time(listed.metrics)},
          {"chips", listed.support}};
}

void print_json(const Answer& answer) {
  nlohmann::json all = {{"groups", nlohmann::json::array()},
                        {"together", answer.together ? to_json(*answer.together) : nlohmann::json()},
                        {"raw_counters", nlohmann::json::array()},
                        {"why_no_passes", answer.why_no_passes}};
  for (const ListedMetrics& listed : answer.lists) all["groups"].push_back(to_json(listed));
  for (const RawCounters& raw : answer.raw)
    all["raw_counters"].push_back({{"chip", raw.chip}, {"counters", raw.counters}});
  std::cout << json_text(all);
}

}  // namespace

void add_metrics(Arguments& arguments) {
  auto options = std::make_shared<MetricsArguments>();
  arguments.list("--group", options->groups, "show these groups, metrics or CUPTI counters, and their passes together")
      .value_name("GROUP");
  arguments.list("--chip", options->chips, "show what these chips have, as CUPTI names them: AD102, GH100")
      .value_name("CHIP");
  arguments.text(
      "--search", options->search,
      "show metrics whose name, meaning or counter contains this text; with --chip also the chip's counters");
  declare_json(arguments, options->json, "all of it as JSON");
  arguments.run([options] {
    const Answer answer = ask(*options);
    options->json ? print_json(answer) : print(*options, answer);
    return kAllOk;
  });
}

}  // namespace warpledger
