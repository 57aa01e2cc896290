#include "spec/metrics.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "spec/document.h"
#include "spec/reader.h"

namespace warpledger {
namespace {

/// CUPTI's full names have a double underscore, and their rollup after a dot.
bool is_raw_counter(const std::string& name) {
  const std::size_t dot = name.find('.');
  return name.find("__") < dot && dot != std::string::npos && dot + 1 < name.size() &&
         name.find(' ') == std::string::npos;
}

/// "counter" or "scale * counter".
CounterChoice read_counter(const Reader& value) {
  const std::string& text = value.text();
  const std::size_t star = text.find('*');
  const std::size_t start =
      star == std::string::npos ? 0 : std::min(text.find_first_not_of(' ', star + 1), text.size());
  CounterChoice choice{.counter = text.substr(start)};
  if (!is_raw_counter(choice.counter))
    value.fail(fmt::format("'{}' is not a counter", text), "write unit__name.rollup or scale * unit__name.rollup");
  if (star != std::string::npos) choice.scale = Expression(text.substr(0, star), value.place(0), Symbols()).number({});
  return choice;
}

MetricRequest read_metric(const Reader& key, const Reader& value) {
  value.expect(kMetricKeys);
  MetricRequest metric{.name = key.text(), .unit = value.at("unit").text(), .about = value.at("about").text()};
  for (const Reader& item : value.at("counters").items()) metric.choices.push_back(read_counter(item));
  return metric;
}

MetricGroup load_metric_group(const Library& library, const std::string& name) {
  const std::string path = library.metric_group_path(name);
  const Document document(path, read_file(path));
  const Reader root = Reader(document).expect(kMetricGroupKeys);
  MetricGroup group{.name = root.at("group").text(), .about = root.at("about").text()};
  if (group.name != name)
    root.at("group").fail(fmt::format("the group is called '{}' but its file '{}.yaml'", group.name, name),
                          "give both the same name");
  for (const auto& [key, value] : root.at("metrics").entries()) group.metrics.push_back(read_metric(key, value));
  return group;
}

/// The metrics that one name stands for.
std::vector<MetricRequest> find_metrics(const std::vector<MetricGroup>& groups, const std::string& name) {
  std::vector<std::string> known;
  for (const MetricGroup& group : groups) {
    if (group.name == name) return group.metrics;
    known.push_back(group.name);
  }
  for (const MetricGroup& group : groups)
    for (const MetricRequest& metric : group.metrics) {
      if (metric.name == name) return {metric};
      known.push_back(metric.name);
    }
  if (is_raw_counter(name))
    return {{.name = name, .unit = "", .about = "CUPTI counter", .choices = {{.counter = name}}}};
  throw Error(fmt::format("unknown metric '{}'", name), did_you_mean(name, known));
}

}  // namespace

std::vector<MetricGroup> load_metric_groups(const Library& library) {
  std::vector<MetricGroup> groups;
  for (const std::string& name : library.metric_groups()) groups.push_back(load_metric_group(library, name));
  return groups;
}

std::vector<MetricRequest> select_metrics(const std::vector<MetricGroup>& groups, std::span<const std::string> names) {
  std::vector<MetricRequest> selected;
  for (const std::string& name : names)
    for (const MetricRequest& metric : find_metrics(groups, name))
      if (std::none_of(selected.begin(), selected.end(), [&](const auto& known) { return known.name == metric.name; }))
        selected.push_back(metric);
  return selected;
}

}  // namespace warpledger
