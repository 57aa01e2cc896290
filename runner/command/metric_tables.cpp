#include "command/metric_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "base/text.h"

namespace warpledger {
namespace {

std::string passes_text(const CounterSupport& support) {
  const std::size_t all = support.counters.size();
  const auto absent = static_cast<std::size_t>(std::count(support.counters.begin(), support.counters.end(), ""));
  return absent == 0 ? fmt::format("{}", support.passes)
                     : fmt::format("{} ({} of {})", support.passes, all - absent, all);
}

}  // namespace

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

bool contains_ignoring_case(const std::string& text, const std::string& word) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

}  // namespace warpledger
