#include "compare/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/version.h"
#include "compare/changed_page.h"
#include "compare/comparison_page.h"
#include "compare/history_page.h"
#include "compare/run_comparison.h"
#include "compare/site_series.h"
#include "model/table.h"
#include "report/draw.h"

namespace warpledger {
namespace {

constexpr std::size_t kMostComparisons = 40, kMostPointsOfComparison = 300, kMostRunsListed = 1000;

Cell number(std::size_t count) { return static_cast<std::int64_t>(count); }

struct SiteRun {
  ChosenRun run;
  std::string outcome;
  std::int64_t ok_points = 0;
  std::int64_t planned_points = 0;
  std::string tags;
  std::string comparison = {};  ///< address of its page; may be empty
};

/// The newest first, without forgotten runs and those dated later than now.
std::vector<SiteRun> site_runs(const LedgerReader& ledger, const SeriesFilter& filter) {
  const Table rows = ledger.query(fmt::format(
      "SELECT run, run_uuid, started_utc, experiment, submission, device_uuid, device_name, device_backend, outcome, "
      "ok_points, planned_points, tags FROM runs WHERE NOT forgotten AND started_utc <= {} AND {} "
      "ORDER BY started_utc DESC, run_uuid DESC",
      quoted_text(filter.now_utc), submission_condition(filter.submission)));
  std::vector<SiteRun> runs;
  for (const std::vector<Cell>& row : rows.rows) {
    const ChosenRun run{whole_in(row[0]), text_in(row[1]), text_in(row[2]), text_in(row[3]),
                        text_in(row[4]),  text_in(row[5]), text_in(row[6]), text_in(row[7])};
    runs.push_back({run, text_in(row[8]), whole_in(row[9]), whole_in(row[10]), text_in(row[11])});
  }
  return runs;
}

/// The newest and the previous run of each experiment and device.
std::vector<std::pair<SiteRun*, const SiteRun*>> newest_pairs(std::vector<SiteRun>& runs) {
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<SiteRun*>> seen;
  std::vector<std::pair<SiteRun*, const SiteRun*>> pairs;
  for (SiteRun& run : runs) {
    std::vector<SiteRun*>& newer = seen[{run.run.experiment, run.run.submission, run.run.device_uuid}];
    newer.push_back(&run);
    if (newer.size() == 2 && pairs.size() < kMostComparisons) pairs.emplace_back(newer[0], &run);
  }
  return pairs;
}

/// The page explains why two runs cannot be compared.
std::string compared(const LedgerReader& ledger, const SiteRun& before, const SiteRun& after) {
  try {
    return comparison_page(
        clearest(compare_runs(ledger, {before.run, ""}, {after.run, ""}, {}), kMostPointsOfComparison), Format::html,
        {});
  } catch (const Error& error) {
    return fmt::format("<p>{}</p>\n", html_escaped(error.problem()));
  }
}

void write_comparisons(const LedgerReader& ledger, SiteFolder& folder, std::vector<SiteRun>& runs) {
  for (const auto& [after, before] : newest_pairs(runs)) {
    after->comparison = fmt::format("runs/{}.html", site_id({after->run.uuid}));
    const std::string title = fmt::format("{} on {}", after->run.experiment, after->run.device_name);
    const std::string body = fmt::format(
        "<p class=\"way\">{} ›</p>\n<h1>{}</h1>\n<p class=\"note\">The newest run next to the previous run: the {} "
        "clearest points that are not SAME.</p>\n{}",
        html_link("../runs.html", "Runs"), html_escaped(title), kMostPointsOfComparison,
        compared(ledger, *before, *after));
    folder.write_page(after->comparison, title, body);
  }
}

std::string experiment_address(const std::string& name) { return fmt::format("experiments/{}.html", site_id({name})); }

void write_runs_page(SiteFolder& folder, const std::vector<SiteRun>& runs) {
  Table table{{"began (UTC)", "run", "experiment", "device", "outcome", "points ok", "planned", "tags",
               "with the previous run"},
              {}};
  constexpr std::size_t kExperiment = 2, kComparison = 8;
  const std::size_t listed = std::min(kMostRunsListed, runs.size());
  for (const SiteRun& run : std::span(runs).first(listed))
    table.rows.push_back({minute_of(run.run.started_utc), run.run.uuid.substr(0, 8), run.run.experiment,
                          run.run.device_name, run.outcome, run.ok_points, run.planned_points, run.tags,
                          run.comparison.empty() ? "" : "compared"});
  std::string body = "<h1>Runs</h1>\n";
  body += render_html_table(table, [&](std::size_t row, std::size_t column, const std::string& text) {
    if (column == kExperiment) return html_link(experiment_address(runs[row].run.experiment), runs[row].run.experiment);
    if (column == kComparison && !text.empty()) return html_link(runs[row].comparison, "compared");
    return text;
  });
  if (listed < runs.size()) body += fmt::format("<p class=\"note\">and {} older runs</p>\n", runs.size() - listed);
  folder.write_page("runs.html", "Runs", body);
}

void write_experiments(SiteFolder& folder, const std::vector<SiteGroup>& groups) {
  std::map<std::string, std::vector<SiteGroup>> experiments;
  for (const SiteGroup& group : groups) experiments[group.experiment].push_back(group);
  for (const auto& [name, own] : experiments) {
    Table table{{"device", "kernel", "time", "series", "changed", "changes ever", "newest run (UTC)"}, {}};
    constexpr std::size_t kKernel = 1, kSpark = 2;
    for (const SiteGroup& group : own)
      table.rows.push_back({group.device_name, group.kernel, "", number(group.series), number(group.changed),
                            number(group.changes), minute_of(group.newest_utc)});
    const std::string rows =
        render_html_table(table, [&own = own](std::size_t row, std::size_t column, const std::string& text) {
          if (column == kSpark) return own[row].spark;
          return column == kKernel ? html_link(fmt::format("../groups/{}.html", own[row].id), own[row].kernel) : text;
        });
    const std::string about =
        "Time: mean of all series of a kernel, each relative to its median, from the first run to the newest.";
    folder.write_page(experiment_address(name), name,
                      fmt::format("<h1>{}</h1>\n<p class=\"note\">{}</p>\n{}", html_escaped(name), about, rows));
  }
}

std::string badge_of(const std::string& verdict) {
  std::string kind = verdict;
  std::ranges::transform(kind, kind.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return fmt::format("<span class=\"badge {}\">{}</span>", kind, verdict);
}

std::string experiment_table(const std::vector<SiteGroup>& groups, const std::vector<SiteRun>& runs) {
  struct Summary {
    std::set<std::string> devices, kernels;
    std::size_t series = 0, changed = 0, runs = 0;
    std::string newest_utc = {};
  };
  std::map<std::string, Summary> summaries;
  for (const SiteGroup& group : groups) {
    Summary& summary = summaries[group.experiment];
    summary.devices.insert(group.device_uuid);
    summary.kernels.insert(group.kernel);
    summary.series += group.series;
    summary.changed += group.changed;
    summary.newest_utc = std::max(summary.newest_utc, group.newest_utc);
  }
  for (const SiteRun& run : runs)
    if (const auto found = summaries.find(run.run.experiment); found != summaries.end()) ++found->second.runs;
  Table table{{"experiment", "series", "changed", "kernels", "devices", "runs", "newest run (UTC)"}, {}};
  for (const auto& [name, summary] : summaries)
    table.rows.push_back({name, number(summary.series), number(summary.changed), number(summary.kernels.size()),
                          number(summary.devices.size()), number(summary.runs), minute_of(summary.newest_utc)});
  return render_html_table(table, [&](std::size_t row, std::size_t column, const std::string& text) {
    if (column != 0) return text;
    const std::string name = text_in(table.rows[row][0]);
    return html_link(experiment_address(name), name);
  });
}

void write_index(SiteFolder& folder, const SiteRequest& request, const ChangedList& list,
                 const std::vector<SiteGroup>& groups, const SiteSeriesById& changed,
                 const std::vector<SiteRun>& runs) {
  const auto cell = [&](std::size_t row, std::size_t column, const std::string& text) {
    if (column == kVerdictColumn) return badge_of(text);
    if (column != kPointColumn) return text;
    const Series& series = list.series[row].series;
    const SiteSeries& known = changed.at(id_of(series));
    return html_link(known.address, series.identity) + known.spark;
  };
  folder.write_page("index.html", request.ledger_name,
                    changed_page(list, Format::html, {}, cell) + "<h2 id=\"experiments\">Experiments</h2>\n" +
                        experiment_table(groups, runs));
}

Window period_of(const SiteRequest& request, const std::string& newest_utc) {
  constexpr std::size_t kDateLength = 10;
  if (!request.since.empty()) return window_of(request.since, "", request.now_utc);
  return {.since_utc = beginning_of("30d", newest_utc).substr(0, kDateLength), .until_utc = ""};
}

SiteFrame frame_of(const SiteRequest& request) {
  const std::string of = request.submission.empty() ? "" : fmt::format(" Runs of submission {}.", request.submission);
  return {.ledger = request.ledger_name,
          .about = fmt::format("Made {} UTC by warpledger {}. Times are medians of samples, in µs.{}",
                               minute_of(request.now_utc), kVersion, of),
          .assets = request.assets};
}

}  // namespace

SiteSize write_site(const LedgerReader& ledger, const SiteRequest& request) {
  SiteFolder folder(request.folder, frame_of(request));
  SeriesFilter filter;
  filter.submission = request.submission;
  filter.now_utc = request.now_utc;
  std::vector<SiteRun> runs = site_runs(ledger, filter);
  if (runs.empty()) fail_without_points(ledger, filter);
  const ChangedList list =
      find_changed(ledger, filter, kTimeMetric, period_of(request, runs.front().run.started_utc), request.options);
  std::set<std::int64_t> ids;
  for (const SiteRun& run : runs) ids.insert(run.run.run);
  const SeriesMarker marker(ledger, ids, request.options);
  SiteSeriesById changed;
  for (const ChangedSeries& series : list.series) changed[id_of(series.series)];
  SiteGroups pages(folder, changed);
  each_series(ledger, filter, kTimeMetric, [&](Series series) { pages.add(marker.mark(std::move(series))); });
  const std::vector<SiteGroup> groups = pages.finished();
  write_comparisons(ledger, folder, runs);
  write_runs_page(folder, runs);
  write_experiments(folder, groups);
  write_index(folder, request, list, groups, changed, runs);
  folder.publish();
  return {folder.files(), folder.bytes(), list.all};
}

}  // namespace warpledger
