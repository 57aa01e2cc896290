#include "compare/site_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "compare/changed_page.h"
#include "compare/history_page.h"
#include "report/draw.h"

namespace warpledger {
namespace {

constexpr std::size_t kMostChanges = 200, kMostCards = 300;

std::string counted_words(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string levels_of(const ChangedSeries& changed) {
  if (!changed.before || !changed.after) return "ok → " + html_escaped(changed.first().outcome);
  return fmt::format("{:.4g} → {:.4g} µs", *changed.before, *changed.after);
}

/// A line of the list: what, by how much, where, since when, and why.
std::string change_line(const ChangedSeries& changed, const std::string& metric, const SiteSeries& known) {
  const Series& series = changed.series;
  const auto relative = changed.relative();
  const std::string size = relative ? fmt::format("{:+.1f} %", 100 * *relative) : "";
  const std::string counters = counters_of(changed);
  return fmt::format(
      "<li><span class=\"what\">{}<b class=\"size\">{}</b></span><span class=\"where\">{}<small>{}{} on "
      "{}</small></span>"
      "{}<span class=\"levels\">{}<small>since {}{}</small></span><span class=\"why\">{}{}</span></li>\n",
      badge_of(verdict_of(changed, metric)), size, link_to(known.address, series.identity),
      html_escaped(series.experiment),
      html_escaped(series.submission.empty() ? "" : ", submission " + series.submission),
      html_escaped(series.device_name), known.spark, levels_of(changed),
      html_escaped(minute_of(changed.first().started_utc)),
      changed.probability ? fmt::format(" <br>p {}", words_of_probability(*changed.probability)) : "",
      changed.causes.empty() ? "<small>no cause found</small>" : html_escaped(words_of(changed.causes)),
      counters.empty() ? "" : fmt::format("<small>{}</small>", html_escaped(counters)));
}

std::string list_of_changes(const ChangedList& list, const SiteSeriesById& known) {
  if (list.series.empty()) return "";
  std::string html = "<ol class=\"changes\">\n";
  for (std::size_t i = 0; i < std::min(kMostChanges, list.series.size()); ++i)
    html += change_line(list.series[i], list.metric, known.at(id_of(list.series[i].series)));
  html += "</ol>\n";
  if (list.series.size() > kMostChanges)
    html += fmt::format("<p class=\"note\">and {} more</p>\n", list.series.size() - kMostChanges);
  return html;
}

/// The headline; what it counts stands below it.
std::string heading_of_changes(const ChangedList& list) {
  const std::string headline = headline_of(list);
  const std::size_t end = list.series.empty() ? std::string::npos : headline.find(": ");
  const std::string counts = end == std::string::npos ? "" : headline.substr(end + 2);
  return fmt::format("<h1{}>{}</h1>\n{}", list.is_stale() ? " class=\"stale\"" : "",
                     html_escaped(headline.substr(0, end)),
                     counts.empty() ? "" : fmt::format("<p class=\"counts\">{}</p>\n", html_escaped(counts)));
}

/// What the index says of an experiment.
struct ExperimentSummary {
  std::set<std::string> devices, kernels;
  std::size_t series = 0, changed = 0, runs = 0;
  std::string newest_utc;
};

std::map<std::string, ExperimentSummary> summaries_of(const ChangedList& list, const std::vector<SiteGroup>& groups,
                                                      const std::vector<SiteRun>& runs) {
  std::map<std::string, ExperimentSummary> all;
  for (const SiteGroup& group : groups) {
    ExperimentSummary& summary = all[group.experiment];
    summary.devices.insert(group.device_uuid);
    summary.kernels.insert(group.kernel);
    summary.series += group.series;
    summary.newest_utc = std::max(summary.newest_utc, group.newest_utc);
  }
  for (const ChangedSeries& changed : list.series) ++all[changed.series.experiment].changed;
  for (const SiteRun& run : runs)
    if (const auto found = all.find(run.experiment); found != all.end()) ++found->second.runs;
  return all;
}

std::string experiment_card(const std::string& name, const ExperimentSummary& summary) {
  return fmt::format(
      "<a class=\"card\" href=\"experiments/{}.html\"><b>{}</b><span>{} of {} on {}</span><small>{} · newest {}</small>"
      "{}</a>\n",
      site_id({name}), html_escaped(name), counted_words(summary.series, "series", "series"),
      counted_words(summary.kernels.size(), "kernel", "kernels"),
      counted_words(summary.devices.size(), "device", "devices"), counted_words(summary.runs, "run", "runs"),
      html_escaped(minute_of(summary.newest_utc)),
      summary.changed == 0 ? "" : fmt::format("<span class=\"badge\">{} changed</span>", summary.changed));
}

/// By experiment, submission, device and kernel.
using ChangesOfGroups =
    std::map<std::tuple<std::string, std::string, std::string, std::string>, std::vector<std::string>>;

ChangesOfGroups changes_of_groups(const ChangedList& list) {
  ChangesOfGroups verdicts;
  for (const ChangedSeries& changed : list.series) {
    const Series& series = changed.series;
    verdicts[{series.experiment, series.submission, series.device_uuid, series.kernel}].push_back(
        verdict_of(changed, list.metric));
  }
  return verdicts;
}

std::string device_of(const SiteGroup& group) {
  return group.device_name + (group.submission.empty() ? "" : ", submission " + group.submission);
}

std::string group_card(const SiteGroup& group, const std::string& title, const ChangesOfGroups& changes) {
  std::string badges;
  const auto found = changes.find({group.experiment, group.submission, group.device_uuid, group.kernel});
  if (found != changes.end()) {
    for (const std::string& verdict : std::set<std::string>(found->second.begin(), found->second.end()))
      badges += fmt::format("{} {} ", std::ranges::count(found->second, verdict), badge_of(verdict));
  }
  return fmt::format("<a class=\"card\" href=\"../{}\"><b>{}</b>{}<small>{} · {} · {}</small>{}</a>\n", group.address,
                     html_escaped(title), sparkline(group.relative, {}, title + ", mean of all series"),
                     counted_words(group.series, "series", "series"), counted_words(group.changes, "change", "changes"),
                     html_escaped(group.newest_utc.substr(0, 10)),
                     badges.empty() ? "" : fmt::format("<span>{}</span>", badges));
}

using GroupTitle = std::string (*)(const SiteGroup& group);

std::string kernel_of(const SiteGroup& group) { return group.kernel; }

/// The groups under headings of the fewer of devices and kernels, so that like stands beside like.
struct CardOrder {
  GroupTitle heading = device_of, card = kernel_of;

  explicit CardOrder(std::vector<const SiteGroup*>& groups) {
    std::set<std::string> devices, kernels;
    for (const SiteGroup* group : groups) devices.insert(device_of(*group)), kernels.insert(group->kernel);
    if (kernels.size() < devices.size()) std::swap(heading, card);
    std::ranges::stable_sort(groups, {}, [this](const SiteGroup* group) { return heading(*group); });
  }
};

std::string cards_of(const std::vector<const SiteGroup*>& groups, const CardOrder& order,
                     const ChangesOfGroups& changes) {
  std::string html;
  const SiteGroup* before = nullptr;
  for (const SiteGroup* group : groups) {
    const std::string heading = order.heading(*group);
    if (before == nullptr || order.heading(*before) != heading)
      html += fmt::format("{}<h2>{}</h2>\n<div class=\"cards\">\n", before == nullptr ? "" : "</div>\n",
                          html_escaped(heading));
    html += group_card(*group, order.card(*group), changes);
    before = group;
  }
  return html + "</div>\n";
}

std::string experiment_page_name(const std::string& id, std::size_t part) {
  return part == 0 ? id : fmt::format("{}-{}", id, part + 1);
}

}  // namespace

void write_experiments(SiteFolder& folder, const SiteFrame& frame, const ChangedList& list,
                       const std::vector<SiteGroup>& groups) {
  const ChangesOfGroups changes = changes_of_groups(list);
  std::map<std::string, std::vector<const SiteGroup*>> experiments;
  for (const SiteGroup& group : groups) experiments[group.experiment].push_back(&group);
  for (auto& [name, own] : experiments) {
    const CardOrder order(own);
    const std::string id = site_id({name});
    for (std::size_t first = 0; first < own.size(); first += kMostCards) {
      const std::size_t part = first / kMostCards, end = std::min(first + kMostCards, own.size());
      std::string body = fmt::format(
          "<h1>{}</h1>\n<p class=\"note\">A line is the mean time of all series of a kernel, each relative to its own "
          "middle, from the first run to the newest; with how often a series changed, and the newest day.</p>\n",
          html_escaped(name));
      body += cards_of({own.begin() + static_cast<long>(first), own.begin() + static_cast<long>(end)}, order, changes);
      if (end < own.size())
        body += fmt::format("<p class=\"parts\">{}</p>\n",
                            link_to(experiment_page_name(id, part + 1) + ".html", "more kernels and devices ›"));
      folder.write(fmt::format("experiments/{}.html", experiment_page_name(id, part)), site_page(frame, name, body, 1));
    }
  }
}

void write_index(SiteFolder& folder, const SiteFrame& frame, const ChangedList& list,
                 const std::vector<SiteGroup>& groups, const SiteSeriesById& known, const std::vector<SiteRun>& runs) {
  std::string body = heading_of_changes(list);
  body += list_of_changes(list, known) + "<ul class=\"legend\">\n";
  for (const std::string& remark : remarks_on(list)) body += fmt::format("<li>{}</li>\n", html_escaped(remark));
  body += "</ul>\n<h2 id=\"experiments\">Experiments</h2>\n<div class=\"cards\">\n";
  for (const auto& [name, summary] : summaries_of(list, groups, runs)) body += experiment_card(name, summary);
  body += "</div>\n";
  folder.write("index.html", site_page(frame, frame.ledger, body, 0));
}

}  // namespace warpledger
