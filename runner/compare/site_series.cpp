#include "compare/site_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "compare/history_page.h"
#include "compare/sparkline.h"
#include "model/samples.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

std::size_t first_shown(const Series& series) {
  return series.observations.size() - std::min(series.observations.size(), kMostRunsOfSeries);
}

class PageData {
 public:
  explicit PageData(const std::vector<MarkedSeries>& page) {
    for (const MarkedSeries& marked : page)
      for (std::size_t i = first_shown(marked.series); i < marked.series.observations.size(); ++i)
        places_[key_of(marked.series.observations[i])] = 0;
    for (auto& [key, at] : places_) {
      at = runs_.size();
      runs_.push_back({moment_of(key.first), key.second.substr(0, 8)});
    }
    for (const MarkedSeries& marked : page) series_[id_of(marked.series)] = of_series(marked);
  }

  std::string element() const {
    const Json json = {{"metric", "time, µs"}, {"runs", runs_}, {"texts", texts_}, {"series", series_}};
    return json_element(json.dump(-1, ' ', false, Json::error_handler_t::replace), " id=\"data\"");
  }

 private:
  using Key = std::pair<std::string, std::string>;
  static Key key_of(const Observation& observation) { return {observation.started_utc, observation.run_uuid}; }
  static Json rounded(double value) { return std::strtod(fmt::format("{:.5g}", value).c_str(), nullptr); }

  std::size_t text_place(const std::string& text) {
    const auto [found, is_new] = text_places_.emplace(text, texts_.size());
    if (is_new) texts_.push_back(printable(text));
    return found->second;
  }

  Json of_series(const MarkedSeries& marked) {
    std::map<std::string, Json> lists;
    const std::size_t first = first_shown(marked.series);
    for (std::size_t i = first; i < marked.series.observations.size(); ++i) {
      const Observation& observation = marked.series.observations[i];
      lists["runs"].push_back(places_.at(key_of(observation)));
      lists["values"].push_back(observation.counts() ? rounded(*observation.value) : Json());
      if (!observation.counts()) lists["failed"].push_back({i - first, observation.outcome});
      for (const std::string& mark : marked.marks[i])
        lists[mark.starts_with("CHANGE ") ? "changes" : "notes"].push_back({i - first, text_place(mark)});
    }
    if (lists["runs"].size() == places_.size()) lists.erase("runs");
    return lists;
  }

  std::map<Key, std::size_t> places_;  ///< index of a run by its start
  std::vector<std::vector<std::string>> runs_;
  std::map<std::string, std::size_t> text_places_;
  std::vector<std::string> texts_;
  Json series_ = Json::object();
};

/// The page's heading has the kernel.
std::string name_on_page(const Series& series) {
  return series.identity.starts_with(series.kernel + " ") ? series.identity.substr(series.kernel.size() + 1)
                                                          : series.identity;
}

/// "30.1 µs", or the outcome of a failed point
std::string newest_of(const Series& series) {
  const Observation& newest = series.observations.back();
  return newest.counts() ? fmt::format("{:.4g} µs", *newest.value) : newest.outcome;
}

std::string spark_of(const MarkedSeries& marked) {
  std::vector<std::optional<double>> values;
  for (const Observation& observation : marked.series.observations)
    values.push_back(observation.counts() ? observation.value : std::nullopt);
  std::vector<SparkMark> marks;
  for (const ChangePoint& change : marked.changes) marks.push_back({change.index, change.after > change.before});
  if (marked.suspicion) marks.push_back({marked.suspicion->index, marked.suspicion->after > marked.suspicion->before});
  return sparkline(values, marks, verdict_of(marked));
}

std::string line_of(const MarkedSeries& marked) {
  return fmt::format(
      "<details class=\"series\" id=\"{}\"><summary><span class=\"name\">{}</span>{}<span class=\"number\">{}</span>"
      "<span class=\"said\">{}</span></summary></details>\n",
      id_of(marked.series), html_escaped(name_on_page(marked.series)), spark_of(marked),
      html_escaped(newest_of(marked.series)), html_escaped(verdict_of(marked)));
}

std::string title_of(const SiteGroup& group) { return fmt::format("{} on {}", group.kernel, group.device_name); }

}  // namespace

std::string id_of(const Series& series) {
  return site_id({series.experiment, series.submission, series.device_uuid, series.identity});
}

std::string SiteGroups::page_name(std::size_t part) const {
  const std::string& id = groups_.back().id;
  return part == 0 ? fmt::format("groups/{}.html", id) : fmt::format("groups/{}-{}.html", id, part + 1);
}

void SiteGroups::begin_group(const Series& series) {
  const std::string id = site_id({series.experiment, series.submission, series.device_uuid, series.kernel});
  if (!groups_.empty() && groups_.back().id == id) return;
  end_group();
  groups_.push_back({.experiment = series.experiment,
                     .device_uuid = series.device_uuid,
                     .device_name = series.device_name,
                     .kernel = series.kernel,
                     .id = id});
}

void SiteGroups::add(MarkedSeries marked) {
  begin_group(marked.series);
  if (page_.size() == kMostSeriesOfPage) write_page(true);
  SiteGroup& group = groups_.back();
  ++group.series;
  group.changes += marked.changes.size();
  group.newest_utc = std::max(group.newest_utc, marked.series.observations.back().started_utc);
  add_relative(marked.series);
  if (const auto changed = changed_.find(id_of(marked.series)); changed != changed_.end()) {
    ++group.changed;
    changed->second = {fmt::format("{}#{}", page_name(part_), changed->first), spark_of(marked)};
  }
  page_.push_back(std::move(marked));
}

void SiteGroups::add_relative(const Series& series) {
  std::vector<double> values;
  for (const Observation& observation : series.observations)
    if (observation.counts()) values.push_back(*observation.value);
  const double middle = values.empty() ? 0 : median(values);
  for (const Observation& observation : series.observations) {
    RelativeSum& sum = relative_[{observation.started_utc, observation.run_uuid}];
    if (!observation.counts() || !(middle > 0) || !(*observation.value > 0)) continue;
    sum.sum += std::log(*observation.value / middle);
    ++sum.count;
  }
}

void SiteGroups::write_page(bool has_next) {
  const SiteGroup& group = groups_.back();
  std::ranges::stable_sort(page_, {}, [](const MarkedSeries& marked) { return marked.series.ordinal; });
  std::string parts;
  if (part_ > 0) parts += html_link("../" + page_name(part_ - 1), "‹ previous series");
  if (has_next) parts += html_link("../" + page_name(part_ + 1), "next series ›");
  std::string body = fmt::format(
      "<p class=\"way\">{} ›</p>\n<h1>{}</h1>\n<p class=\"note\">Open a line for its plot and its newest {} runs. Time "
      "of "
      "a launch, median of its samples.</p>\n<noscript><p class=\"note\">Plots need JavaScript.</p></noscript>\n"
      "<p class=\"parts\">{}</p>\n<div class=\"lines\">\n",
      html_link(fmt::format("../experiments/{}.html", site_id({group.experiment})), group.experiment),
      html_escaped(title_of(group)), kMostRunsOfSeries, parts);
  for (const MarkedSeries& marked : page_) body += line_of(marked);
  body += fmt::format("</div>\n<p class=\"parts\">{}</p>\n{}", parts, PageData(page_).element());
  folder_.write_page(page_name(part_), title_of(group), body, true);
  page_.clear();
  ++part_;
}

void SiteGroups::end_group() {
  if (page_.empty()) return;
  write_page(false);
  part_ = 0;
  std::vector<std::optional<double>> means;
  for (const auto& [run, sum] : relative_)
    means.push_back(sum.count == 0 ? std::nullopt : std::optional(std::exp(sum.sum / static_cast<double>(sum.count))));
  relative_.clear();
  groups_.back().spark = sparkline(means, {}, title_of(groups_.back()) + ", mean of all series");
}

std::vector<SiteGroup> SiteGroups::finished() {
  end_group();
  return std::move(groups_);
}

}  // namespace warpledger
