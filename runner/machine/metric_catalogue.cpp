#include "machine/metric_catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "base/error.h"
#include "base/text.h"
#include "run/open_experiment.h"
#include "spec/library.h"

namespace warpledger {
namespace {

bool contains_ignoring_case(const std::string& text, const std::string& word) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

bool matches(const MetricRequest& metric, const std::string& text) {
  return contains_ignoring_case(metric.name, text) || contains_ignoring_case(metric.about, text) ||
         std::any_of(metric.choices.begin(), metric.choices.end(),
                     [&](const CounterChoice& choice) { return contains_ignoring_case(choice.counter, text); });
}

std::vector<ListedMetrics> listed_metrics(const CatalogueQuestion& question) {
  const std::vector<MetricGroup> catalogue = load_metric_groups(Library(find_paths().roots));
  std::vector<MetricGroup> groups;
  for (const std::string& name : question.groups) groups.push_back(find_metric_group(catalogue, name));
  if (question.groups.empty()) groups = catalogue;

  std::vector<ListedMetrics> lists;
  for (const MetricGroup& group : groups) {
    // A search lists a metric only where it is defined.
    const bool search_all = question.groups.empty() && !question.search.empty();
    ListedMetrics listed{group.name, group.about, search_all ? group.metrics : group.members(), {}};
    std::erase_if(listed.metrics, [&](const MetricRequest& metric) { return !matches(metric, question.search); });
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

std::vector<std::string> chips_to_ask_about(const CatalogueQuestion& question, const std::vector<std::string>& known) {
  for (const std::string& chip : question.chips)
    if (std::find(known.begin(), known.end(), chip) == known.end())
      throw Error(fmt::format("CUPTI knows no chip '{}'", chip), did_you_mean(chip, known));
  return question.chips.empty() ? known : question.chips;
}

std::string passes_text(const CounterSupport& support) {
  const std::size_t all = support.counters.size();
  const auto absent = static_cast<std::size_t>(std::count(support.counters.begin(), support.counters.end(), ""));
  return absent == 0 ? fmt::format("{}", support.passes)
                     : fmt::format("{} ({} of {})", support.passes, all - absent, all);
}

}  // namespace

CatalogueAnswer ask_catalogue(const CatalogueQuestion& question) {
  CatalogueAnswer answer{.lists = listed_metrics(question)};
  if (question.groups.size() > 1) answer.together = together(answer.lists);
  const Paths paths = find_paths();
  WorkerProcess worker = make_worker(paths, paths.roots, "auto");
  std::vector<std::string> known;
  try {
    known = worker.chips();
  } catch (const Error& error) {
    answer.why_no_passes = fmt::format("{}; {}", error.problem(), error.hint());
    return answer;
  }
  const std::vector<std::string> chips = chips_to_ask_about(question, known);
  const auto support_of = [&](const ListedMetrics& listed) { return worker.counter_support(chips, listed.metrics); };
  for (ListedMetrics& listed : answer.lists) listed.support = support_of(listed);
  if (answer.together) answer.together->support = support_of(*answer.together);
  if (question.search.empty()) return answer;
  for (const std::string& chip : question.chips) {
    answer.raw.push_back({chip, matching(worker.chip_counters(chip), question.search)});
  }
  return answer;
}

Table meanings(const ListedMetrics& listed) {
  Table table{{"metric", "unit", "meaning"}, {}};
  for (const MetricRequest& metric : listed.metrics) table.rows.push_back({metric.name, metric.unit, metric.about});
  return table;
}

Table counters(const ListedMetrics& listed) {
  Table table{{"metric", "counter"}, {}};
  for (const CounterSupport& support : listed.support) table.columns.push_back(support.chip);
  for (std::size_t i = 0; i < listed.metrics.size(); ++i) {
    for (const CounterChoice& choice : listed.metrics[i].choices) {
      const bool first = &choice == &listed.metrics[i].choices.front();
      std::vector<Cell>& row = table.rows.emplace_back();
      row = {first ? listed.metrics[i].name : "", text_of(choice)};
      for (const CounterSupport& support : listed.support)
        row.push_back(support.counters.at(i) == choice.counter ? "used" : "");
    }
    if (listed.metrics[i].model) {
      std::vector<Cell>& row = table.rows.emplace_back(table.columns.size(), "");
      row.at(1) = text_of(*listed.metrics[i].model);
    }
  }
  return table;
}

Table passes(std::span<const ListedMetrics> lists) {
  Table table{{"chip"}, {}};
  for (const ListedMetrics& listed : lists) table.columns.push_back(listed.name);
  for (std::size_t chip = 0; chip < lists.front().support.size(); ++chip) {
    std::vector<Cell>& row = table.rows.emplace_back();
    row.push_back(lists.front().support[chip].chip);
    for (const ListedMetrics& listed : lists) row.push_back(passes_text(listed.support.at(chip)));
  }
  return table;
}

std::vector<std::string> absences(const ListedMetrics& listed) {
  std::vector<std::string> lines;
  for (const CounterSupport& support : listed.support)
    for (const Metric& metric : support.metrics)
      if (!metric.reason.empty())
        lines.push_back(fmt::format("{}: {} is absent: {}", support.chip, metric.name, metric.reason));
  return lines;
}

std::vector<std::string> metrics_of_range_time(std::span<const MetricRequest> metrics) {
  std::vector<std::string> names;
  for (const MetricRequest& metric : metrics)
    if (std::any_of(metric.choices.begin(), metric.choices.end(),
                    [](const CounterChoice& choice) { return depends_on_range_time(choice.counter); }))
      names.push_back(metric.name);
  return names;
}

std::vector<ChipCounter> matching(std::span<const ChipCounter> counters, const std::string& text) {
  std::vector<ChipCounter> found;
  std::copy_if(counters.begin(), counters.end(), std::back_inserter(found), [&](const ChipCounter& counter) {
    return contains_ignoring_case(counter.name, text) || contains_ignoring_case(counter.about, text);
  });
  return found;
}

std::string line_of(const ChipCounter& counter) {
  const std::string unit = counter.unit.empty() ? "" : fmt::format(" [{}]", counter.unit);
  const std::string about = counter.about.empty() ? "" : ": " + counter.about;
  return counter.name + unit + about + (depends_on_range_time(counter.name) ? " (of the profiled range)" : "");
}

}  // namespace warpledger
