#include "compare/site.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "base/version.h"
#include "compare/history_page.h"
#include "compare/series_marks.h"
#include "compare/site_group.h"
#include "compare/site_index.h"
#include "compare/site_runs.h"

namespace warpledger {
namespace {

Window period_of(const SiteRequest& request, const std::string& newest_utc) {
  constexpr std::size_t kDateLength = 10;  // letters of "2026-05-25"
  if (!request.since.empty()) return window_of(request.since, "", request.now_utc);
  return {.since_utc = beginning_of("30d", newest_utc).substr(0, kDateLength), .until_utc = ""};
}

SiteFrame frame_of(const SiteRequest& request) {
  return {.ledger = request.ledger_name,
          .made_of = fmt::format("Made {} UTC by warpledger {}. Times are medians of samples, in µs.",
                                 minute_of(request.now_utc), kVersion),
          .has_plots = request.assets.plots_absent.empty()};
}

}  // namespace

SiteSize write_site(const LedgerReader& ledger, const SiteRequest& request) {
  SiteFolder folder(request.folder);
  SeriesFilter filter;
  filter.submission = request.submission;
  filter.now_utc = request.now_utc;
  std::vector<SiteRun> runs = site_runs(ledger, filter);
  if (runs.empty()) fail_without_points(ledger, filter);
  const ChangedList list =
      find_changed(ledger, filter, kTimeMetric, period_of(request, runs.front().started_utc), request.options);
  std::set<std::int64_t> ids;
  for (const SiteRun& run : runs) ids.insert(run.run);
  const SeriesMarker marker(ledger, ids, request.options);
  const SiteFrame frame = frame_of(request);
  write_site_assets(folder, request.assets, request.style, request.script);
  SiteSeriesById changed;
  for (const ChangedSeries& series : list.series) changed[id_of(series.series)];
  SiteGroups pages(folder, frame, changed);
  each_series(ledger, filter, kTimeMetric, [&](Series series) { pages.add(marker.mark(std::move(series))); });
  const std::vector<SiteGroup> groups = pages.finished();
  write_comparisons(ledger, folder, frame, runs);
  write_runs_page(folder, frame, runs);
  write_experiments(folder, frame, list, groups);
  write_index(folder, frame, list, groups, changed, runs);
  folder.publish();
  return {folder.files(), folder.bytes(), list.all};
}

}  // namespace warpledger
