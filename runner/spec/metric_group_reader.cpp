#include "spec/metric_group_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "spec/document.h"
#include "spec/reader.h"

namespace warpledger {
namespace {

/// "counter" or "scale * counter".
CounterChoice read_scaled_counter(const Reader& value) {
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

/// A scaled counter, or one with what it leaves out.
CounterChoice read_choice(const Reader& value) {
  if (!value.is_mapping()) return read_scaled_counter(value);
  value.expect(kCounterKeys);
  CounterChoice choice = read_scaled_counter(value.at("counter"));
  for (const Reader& item : value.at("without").items_or_one()) {
    if (!is_raw_counter(item.text()))
      item.fail(fmt::format("'{}' is not a counter", item.text()), "write unit__name.rollup");
    choice.without.push_back(item.text());
  }
  return choice;
}

MetricRequest read_metric(const Reader& key, const Reader& value) {
  value.expect(kMetricKeys);
  MetricRequest metric{.name = key.new_name(), .unit = value.at("unit").text(), .about = value.at("about").text()};
  for (const Reader& item : value.at("counters").items()) metric.choices.push_back(read_choice(item));
  return metric;
}

}  // namespace

bool is_raw_counter(const std::string& name) {
  const std::size_t dot = name.find('.');
  return name.find("__") < dot && dot != std::string::npos && dot + 1 < name.size() &&
         name.find(' ') == std::string::npos;
}

MetricGroupFile read_metric_group(const Library& library, const std::string& name) {
  const std::string path = library.metric_group_path(name);
  const Document document(path, read_file(path));
  const Reader root = Reader(document).expect(kMetricGroupKeys);
  MetricGroupFile group{.name = root.at("group").text(), .about = root.at("about").text()};
  if (group.name != name)
    root.at("group").fail(fmt::format("the group is called '{}' but its file '{}.yaml'", group.name, name),
                          "give both the same name");
  if (!root.find("metrics") && !root.find("also"))
    root.fail(fmt::format("group '{}' has no metric", name), "define some under metrics:, or take others' with also:");
  if (const auto metrics = root.find("metrics"))
    for (const auto& [key, value] : metrics->entries()) group.metrics.push_back({read_metric(key, value), key.place()});
  if (const auto also = root.find("also"))
    for (const Reader& item : also->items_or_one()) group.also.push_back({item.text(), item.place()});
  return group;
}

}  // namespace warpledger
