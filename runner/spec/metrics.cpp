#include "spec/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "spec/metric_group_reader.h"

namespace warpledger {
namespace {

void add_once(std::vector<MetricRequest>& metrics, const MetricRequest& metric) {
  if (std::none_of(metrics.begin(), metrics.end(), [&](const auto& known) { return known.name == metric.name; }))
    metrics.push_back(metric);
}

class Catalogue {
 public:
  explicit Catalogue(const Library& library) {
    for (const std::string& name : library.metric_groups())
      files_.emplace(name, read_metric_group(library, name, errors_));
    all_known_ = errors_.empty();
    for (const auto& file : files_)
      for (const MetricGroupFile::Definition& definition : file.second.metrics)
        errors_.attempt([&] { define(definition); });
  }

  std::vector<MetricGroup> groups() {
    std::vector<MetricGroup> groups;
    for (const auto& [name, file] : files_) {
      MetricGroup group{.name = name, .about = file.about};
      for (const MetricGroupFile::Definition& definition : file.metrics) group.metrics.push_back(definition.metric);
      std::vector<MetricRequest> all = group.metrics;
      take_also(file, {}, all);
      group.also.assign(all.begin() + static_cast<std::ptrdiff_t>(group.metrics.size()), all.end());
      groups.push_back(std::move(group));
    }
    errors_.raise();
    return groups;
  }

 private:
  void define(const MetricGroupFile::Definition& definition) {
    const std::string& name = definition.metric.name;
    if (files_.contains(name))
      throw Error(definition.place, fmt::format("'{}' is a metric here and a group elsewhere", name),
                  "rename one of them");
    const auto [known, is_new] = metrics_.emplace(name, &definition);
    if (is_new) return;
    const Place& first = known->second->place;
    throw Error(definition.place, fmt::format("metric '{}' is already defined, in {}:{}", name, first.file, first.line),
                fmt::format("delete one definition and include the other with also: [{}]", name));
  }

  /// Adds to `taken` what `file` includes from others. `path` holds the including groups, outermost first.
  void take_also(const MetricGroupFile& file, std::vector<std::string> path, std::vector<MetricRequest>& taken) {
    path.push_back(file.name);
    for (const MetricGroupFile::Mention& mention : file.also) errors_.attempt([&] { take(mention, path, taken); });
  }

  void take(const MetricGroupFile::Mention& mention, const std::vector<std::string>& path,
            std::vector<MetricRequest>& taken) {
    if (const auto metric = metrics_.find(mention.name); metric != metrics_.end()) {
      add_once(taken, metric->second->metric);
      return;
    }
    const MetricGroupFile* other = mentioned_group(mention);
    if (other == nullptr) return;
    if (const auto start = std::find(path.begin(), path.end(), other->name); start != path.end()) {
      if (!circles_.emplace(start, path.end()).second) return;
      throw Error(mention.place,
                  fmt::format("groups include each other in a cycle: {}, {}",
                              join(std::vector<std::string>(start, path.end())), other->name),
                  "remove one of them from also:");
    }
    for (const MetricGroupFile::Definition& definition : other->metrics) add_once(taken, definition.metric);
    take_also(*other, path, taken);
  }

  /// Null if it may be in an invalid file.
  const MetricGroupFile* mentioned_group(const MetricGroupFile::Mention& mention) const {
    const auto group = files_.find(mention.name);
    if (group != files_.end()) return &group->second;
    if (!all_known_) return nullptr;
    std::vector<std::string> known;
    for (const auto& [name, file] : files_) known.push_back(name);
    for (const auto& [name, definition] : metrics_) known.push_back(name);
    const auto near = nearest(mention.name, known);
    throw Error(mention.place, fmt::format("there is no metric and no group '{}'", mention.name),
                near ? fmt::format("did you mean '{}'?", *near) : "`warpledger metrics` lists them");
  }

  std::map<std::string, MetricGroupFile> files_;
  std::map<std::string, const MetricGroupFile::Definition*> metrics_;
  std::set<std::set<std::string>> circles_;  ///< already reported
  bool all_known_ = true;                    ///< every file is valid
  ErrorList errors_;
};

}  // namespace

std::vector<MetricRequest> MetricGroup::members() const {
  std::vector<MetricRequest> all = metrics;
  all.insert(all.end(), also.begin(), also.end());
  return all;
}

std::vector<MetricGroup> load_metric_groups(const Library& library) { return Catalogue(library).groups(); }

MetricGroup find_metric_group(const std::vector<MetricGroup>& groups, const std::string& name) {
  std::vector<std::string> known;
  std::vector<std::string> group_names;
  for (const MetricGroup& group : groups) {
    if (group.name == name) return group;
    known.push_back(group.name);
    group_names.push_back(group.name);
  }
  for (const MetricGroup& group : groups)
    for (const MetricRequest& metric : group.metrics) {
      if (metric.name == name) return {name, metric.about, {metric}, {}};
      known.push_back(metric.name);
    }
  if (is_raw_counter(name)) {
    const std::string about = "CUPTI counter";
    return {name, about, {{.name = name, .unit = "", .about = about, .choices = {{.counter = name}}}}, {}};
  }
  const auto near = nearest(name, known);
  throw Error(fmt::format("unknown metric '{}'", name),
              fmt::format("{}groups: {}; `warpledger metrics` lists their metrics",
                          near ? fmt::format("did you mean '{}'? ", *near) : "", join(group_names)));
}

std::vector<MetricRequest> select_metrics(const std::vector<MetricGroup>& groups, std::span<const std::string> names) {
  std::vector<MetricRequest> selected;
  for (const std::string& name : names)
    for (const MetricRequest& metric : find_metric_group(groups, name).members()) add_once(selected, metric);
  return selected;
}

bool depends_on_range_time(const std::string& counter) {
  constexpr std::array kMarks = {"elapsed", ".per_second", "__time_duration", "__time_end"};
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](const char* mark) { return counter.find(mark) != std::string::npos; });
}

}  // namespace warpledger
