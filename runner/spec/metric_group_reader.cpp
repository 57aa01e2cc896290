#include "spec/metric_group_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "model/metric.h"
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
    value.fail(fmt::format("the memory model does not provide '{}'", scaled.name), did_you_mean(scaled.name, known));
  return {.quantity = scaled.name, .scale = scaled.scale};
}

CounterChoice read_choice(const Reader& value) {
  if (!value.is_mapping()) return read_scaled_counter(value);
  value.expect(kCounterKeys);
  CounterChoice choice;
  value.read("counter", choice, read_scaled_counter);
  value.with("without", [&](const Reader& without) {
    without.each_of(without.items_or_one(), [&](const Reader& item) {
      choice.without.push_back(item.text());
      if (!is_raw_counter(item.text()))
        item.fail(fmt::format("'{}' is not a counter", item.text()), "write unit__name.rollup");
    });
  });
  return choice;
}

void read_metric(const Reader& key, const Reader& value, MetricGroupFile& group) {
  group.metrics.push_back({{.name = key.text()}, key.place()});
  MetricRequest& metric = group.metrics.back().metric;
  key.attempt([&] { key.new_name(); });
  value.expect(kMetricKeys);
  value.read("unit", metric.unit, &Reader::text);
  value.read("about", metric.about, &Reader::text);
  value.with("counters", [&](const Reader& counters) {
    counters.each_of(counters.items(), [&](const Reader& item) { metric.choices.push_back(read_choice(item)); });
  });
  value.read("model", metric.model, read_model);
}

void read_group(const Reader& root, MetricGroupFile& group) {
  root.expect(kMetricGroupKeys);
  root.with("group", [&](const Reader& name) {
    if (name.text() != group.name)
      name.fail(fmt::format("the group is called '{}' but its file '{}.yaml'", name.text(), group.name),
                "give both the same name");
  });
  root.read("about", group.about, &Reader::text);
  root.with("metrics", [&](const Reader& metrics) {
    metrics.each_entry([&](const Reader& key, const Reader& value) { read_metric(key, value, group); });
  });
  root.with("also", [&](const Reader& also) {
    also.each_of(also.items_or_one(), [&](const Reader& item) { group.also.push_back({item.text(), item.place()}); });
  });
  if (!root.find("metrics") && !root.find("also"))
    root.fail(fmt::format("group '{}' has no metric", group.name),
              "define some under metrics:, or include those of other groups with also:");
}

}  // namespace

bool is_raw_counter(const std::string& name) {
  const std::size_t dot = name.find('.');
  return name.find("__") < dot && dot != std::string::npos && dot + 1 < name.size() &&
         name.find(' ') == std::string::npos;
}

MetricGroupFile read_metric_group(const Library& library, const std::string& name, ErrorList& errors) {
  MetricGroupFile group{.name = name};
  errors.attempt([&] {
    const std::string path = library.metric_group_path(name);
    Document document(path, read_data_file(path), errors);
    read_group(Reader(document, errors), group);
  });
  return group;
}

}  // namespace warpledger
