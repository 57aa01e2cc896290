#include "spec/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "base/text.h"
#include "command/command.h"
#include "command/print.h"
#include "command/surroundings.h"
#include "exec/protocol.h"
#include "exec/worker.h"

namespace warpledger {
namespace {

struct Options {
  std::string group;
  std::string search;
  std::vector<std::string> chips;
  bool json = false;
};

bool contains(const std::string& text, const std::string& word) {
  const auto same = [](char a, char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

std::vector<MetricGroup> selected_groups(const Options& options) {
  std::vector<MetricGroup> groups = load_metric_groups(Library(find_surroundings().roots));
  std::vector<std::string> names;
  for (const MetricGroup& group : groups) names.push_back(group.name);
  if (!options.group.empty()) {
    std::erase_if(groups, [&](const MetricGroup& group) { return group.name != options.group; });
    if (groups.empty())
      throw Error(fmt::format("there is no metric group '{}'", options.group), did_you_mean(options.group, names));
  }
  for (MetricGroup& group : groups) {
    std::erase_if(group.metrics, [&](const MetricRequest& metric) {
      return !contains(metric.name, options.search) && !contains(metric.about, options.search);
    });
  }
  return groups;
}

std::vector<CounterSupport> support_on_chips(const Options& options, const MetricGroup& group) {
  const Surroundings surroundings = find_surroundings();
  WorkerProcess worker = make_worker(surroundings, surroundings.roots, "auto");
  return worker.ask({{"verb", "counter_support"}, {"chips", options.chips}, {"metrics", group.metrics}})
      .at("counter_support");
}

Table meanings(const MetricGroup& group) {
  Table table{{"metric", "unit", "meaning"}, {}};
  for (const MetricRequest& metric : group.metrics) table.rows.push_back({metric.name, metric.unit, metric.about});
  return table;
}

Table choices(const std::vector<CounterSupport>& supports) {
  Table table{{"chip", "metric", "counter"}, {}};
  for (const CounterSupport& support : supports) {
    for (std::size_t i = 0; i < support.metrics.size(); ++i) {
      const std::string& counter = support.counters[i];
      table.rows.push_back(
          {support.chip, support.metrics[i].name, counter.empty() ? support.metrics[i].reason : counter});
    }
  }
  return table;
}

Table passes(const std::vector<CounterSupport>& supports) {
  Table table{{"chip", "passes", "metrics it has"}, {}};
  for (const CounterSupport& support : supports) {
    const auto there = std::count_if(support.counters.begin(), support.counters.end(),
                                     [](const std::string& counter) { return !counter.empty(); });
    table.rows.push_back(
        {support.chip, std::int64_t{support.passes}, fmt::format("{} of {}", there, support.counters.size())});
  }
  return table;
}

void print(const Options& options, const MetricGroup& group) {
  std::cout << fmt::format("{}: {}\n\n", group.name, group.about);
  print_table(meanings(group));
  const std::vector<CounterSupport> supports = support_on_chips(options, group);
  std::cout << "\nHow often a launch must be repeated to count the group:\n\n";
  print_table(passes(supports));
  if (!options.chips.empty()) {
    std::cout << "\nThe counter behind each metric:\n\n";
    print_table(choices(supports));
  }
  std::cout << '\n';
}

void print_json(const Options& options, const std::vector<MetricGroup>& groups) {
  nlohmann::json all = nlohmann::json::array();
  for (const MetricGroup& group : groups) {
    all.push_back({{"group", group.name},
                   {"about", group.about},
                   {"metrics", group.metrics},
                   {"chips", support_on_chips(options, group)}});
  }
  std::cout << all.dump(2) << '\n';
}

}  // namespace

void add_metrics(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  app.add_option("--group", options->group, "only this group");
  app.add_option("--chip", options->chips, "what these chips have, as CUPTI names them: AD102, GH100");
  app.add_option("--search", options->search, "only metrics whose name or meaning contains this text");
  app.add_flag("--json", options->json, "for machines");
  app.callback([options, &exit_code] {
    const std::vector<MetricGroup> groups = selected_groups(*options);
    if (options->json) {
      print_json(*options, groups);
    } else {
      for (const MetricGroup& group : groups)
        if (!group.metrics.empty()) print(*options, group);
    }
    exit_code = kAllOk;
  });
}

}  // namespace warpledger
