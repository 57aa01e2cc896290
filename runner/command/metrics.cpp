#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "exec/protocol.h"
#include "machine/metric_catalogue.h"
#include "report/json_rows.h"

namespace warpledger {
namespace {

constexpr std::size_t kMostRawCounters = 40;  // a chip has thousands

struct MetricsArguments : CatalogueQuestion {
  bool json = false;
};

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

void print_passes(const CatalogueAnswer& answer) {
  std::vector<ListedMetrics> columns = answer.lists;
  if (answer.together) columns.push_back(*answer.together);
  if (!answer.why_no_passes.empty()) {
    print_text(fmt::format("The passes are unknown: {}\n", answer.why_no_passes));
  } else if (!columns.empty()) {
    print_text("Passes: how often a launch is repeated to collect a list (and how much of the list the chip has):\n\n");
    print_table(passes(columns));
  }
}

void print(const MetricsArguments& options, const CatalogueAnswer& answer) {
  for (const ListedMetrics& listed : answer.lists) print_metrics(options, listed);
  if (answer.lists.empty()) print_text(fmt::format("No metric matches '{}'.\n\n", options.search));
  for (const RawCounters& raw : answer.raw) print_raw(raw);
  print_passes(answer);
}

nlohmann::json to_json(const CounterSupport& support) {
  nlohmann::json metrics = nlohmann::json::array();
  for (const Metric& metric : support.metrics)
    metrics.push_back({{"name", metric.name},
                       {"unit", metric.unit},
                       {"source", metric.source},
                       {"reason", metric.reason.empty() ? nlohmann::json() : nlohmann::json(metric.reason)}});
  return {{"chip", support.chip}, {"passes", support.passes}, {"counters", support.counters}, {"metrics", metrics}};
}

nlohmann::json to_json(const ListedMetrics& listed) {
  nlohmann::json chips = nlohmann::json::array();
  for (const CounterSupport& support : listed.support) chips.push_back(to_json(support));
  return {{"group", listed.name},
          {"about", listed.about},
          {"metrics", listed.metrics},
          {"of_range_time", metrics_of_range_time(listed.metrics)},
          {"chips", chips}};
}

void print_json(const CatalogueAnswer& answer) {
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
    const CatalogueAnswer answer = ask_catalogue(*options);
    options->json ? print_json(answer) : print(*options, answer);
    return kAllOk;
  });
}

}  // namespace warpledger
