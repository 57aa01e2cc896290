#include "spec/metric_group_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "model/model_quantity.h"
#include "spec/document.h"
#include "spec/reader.h"

namespace warpledger {
namespace {

/// "name" or "scale * name".
struct ScaledName {
  std::string name;
  double scale = 1;
};

ScaledName read_scaled_name(const Reader& value) {
  const std::string& text = value.text();
  const std::size_t star = text.find('*');
  if (star == std::string::npos) return {.name = text};
  return {.name = text.substr(std::min(text.find_first_not_of(' ', star + 1), text.size())),
          .scale = Expression(text.substr(0, star), value.place(0), Symbols()).number({})};
}

CounterChoice read_scaled_counter(const Reader& value) {
  const ScaledName scaled = read_scaled_name(value);
  if (!is_raw_counter(scaled.name))
    value.fail(fmt::format("'{}' is not a counter", value.text()),
               "write unit__name.rollup or scale * unit__name.rollup");
  return {.counter = scaled.name, .scale = scaled.scale};
}

ModelChoice read_model(const Reader& value) {
  const ScaledName scaled = read_scaled_name(value);
  const std::vector<std::string> known = model_quantity_names();
  if (std::find(known.begin(), known.end(), scaled.name) == known.end())
    value.fail(fmt::format("the memory model gives no '{}'", scaled.name), did_you_mean(scaled.name, known));
  return {.quantity = scaled.name, .scale = scaled.scale};
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
  if (const auto model = value.find("model")) metric.model = read_model(*model);
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
