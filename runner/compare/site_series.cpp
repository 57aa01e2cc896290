#include "compare/site_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "compare/history_page.h"
#include "compare/site_group.h"
#include "compare/sparkline.h"
#include "report/html_page.h"

namespace warpledger {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostRuns = 2000;  // of a series on a page

/// The data of a page in the making.
class PageData {
 public:
  explicit PageData(const std::vector<MarkedSeries>& page) {
    for (const MarkedSeries& marked : page)
      for (const Observation& observation : marked.series.observations) places_[key_of(observation)] = 0;
    std::size_t place = 0;
    for (auto& [key, at] : places_) {
      at = place++;
      runs_.push_back({moment_of(key.first), key.second.substr(0, 8)});
    }
    for (const MarkedSeries& marked : page) series_[id_of(marked.series)] = of_series(marked);
  }

  /// In an element that no text of it can end.
  std::string element() const {
    const Json json = {{"metric", "time, µs"}, {"runs", runs_}, {"texts", texts_}, {"series", series_}};
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
    return fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n", text);
  }

 private:
  using Key = std::pair<std::string, std::string>;
  static Key key_of(const Observation& observation) { return {observation.started_utc, observation.run_uuid}; }

  std::size_t text_place(const std::string& text) {
    const auto [found, is_new] = text_places_.emplace(text, texts_.size());
    if (is_new) texts_.push_back(printable(text));
    return found->second;
  }

  Json of_series(const MarkedSeries& marked) {
    Json runs = Json::array(), values = Json::array(), failed = Json::array(), changes = Json::array(),
         notes = Json::array();
    const std::vector<Observation>& observations = marked.series.observations;
    for (std::size_t i = 0; i < observations.size(); ++i) {
      runs.push_back(places_.at(key_of(observations[i])));
      values.push_back(observations[i].counts() ? rounded(*observations[i].value) : Json());
      if (!observations[i].counts()) failed.push_back({i, observations[i].outcome});
      for (const std::string& mark : marked.marks[i])
        (mark.starts_with("CHANGE ") ? changes : notes).push_back({i, text_place(mark)});
    }
    Json json = {{"values", values}};
    if (observations.size() != places_.size()) json["runs"] = runs;
    if (!failed.empty()) json["failed"] = failed;
    if (!changes.empty()) json["changes"] = changes;
    if (!notes.empty()) json["notes"] = notes;
    return json;
  }

  static Json rounded(double value) { return std::strtod(fmt::format("{:.5g}", value).c_str(), nullptr); }

  std::map<Key, std::size_t> places_;  ///< of runs, in the order of time
  std::vector<std::vector<std::string>> runs_;
  std::map<std::string, std::size_t> text_places_;
  std::vector<std::string> texts_;
  Json series_ = Json::object();
};

/// The parameters alone: the page's heading has the kernel.
std::string name_on_page(const Series& series) {
  return series.identity.starts_with(series.kernel + " ") ? series.identity.substr(series.kernel.size() + 1)
                                                          : series.identity;
}

/// "30.1 µs"; the outcome where it failed.
std::string newest_of(const Series& series) {
  const Observation& newest = series.observations.back();
  return newest.counts() ? fmt::format("{:.4g} µs", *newest.value) : newest.outcome;
}

std::string line_of(const MarkedSeries& marked) {
  return fmt::format(
      "<details class=\"series\" id=\"{}\"><summary><span class=\"name\">{}</span>{}<span class=\"number\">{}</span>"
      "<span class=\"said\">{}</span></summary></details>\n",
      id_of(marked.series), html_escaped(name_on_page(marked.series)), spark_of(marked),
      html_escaped(newest_of(marked.series)), html_escaped(verdict_of(marked)));
}

}  // namespace

std::string spark_of(const MarkedSeries& marked) {
  std::vector<std::optional<double>> values;
  for (const Observation& observation : marked.series.observations)
    values.push_back(observation.counts() ? observation.value : std::nullopt);
  std::vector<SparkMark> marks;
  for (const ChangePoint& change : marked.changes) marks.push_back({change.index, change.after > change.before});
  if (marked.suspicion) marks.push_back({marked.suspicion->index, marked.suspicion->after > marked.suspicion->before});
  return sparkline(values, marks, verdict_of(marked));
}

void keep_newest(MarkedSeries& marked) {
  std::vector<Observation>& observations = marked.series.observations;
  if (observations.size() <= kMostRuns) return;
  const std::size_t left_out = observations.size() - kMostRuns;
  observations.erase(observations.begin(), observations.begin() + static_cast<long>(left_out));
  marked.marks.erase(marked.marks.begin(), marked.marks.begin() + static_cast<long>(left_out));
  std::erase_if(marked.changes, [&](const ChangePoint& change) { return change.index < left_out; });
  for (ChangePoint& change : marked.changes) change.index -= left_out;
  if (marked.suspicion) marked.suspicion->index -= left_out;
}

std::string series_of_page(const std::vector<MarkedSeries>& page) {
  std::string html =
      "<p class=\"note\">Open a line for its plot and runs. Time of one launch, median of its samples.</p>\n"
      "<noscript><p class=\"note\">Plots need JavaScript.</p></noscript>\n<div class=\"lines\">\n";
  for (const MarkedSeries& marked : page) html += line_of(marked);
  return html + "</div>\n" + PageData(page).element();
}

}  // namespace warpledger
