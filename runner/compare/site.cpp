#include "compare/site.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <set>
#include <utility>

#include "base/error.h"
#include "base/version.h"
#include "compare/series_marks.h"
#include "compare/site_group.h"
#include "compare/site_index.h"
#include "compare/site_runs.h"

namespace warpledger {
namespace {

std::string beginning_of_period(const LedgerReader& ledger, const SiteRequest& request) {
  if (!request.since.empty()) return beginning_of(request.since);
  return text_in(ledger.query("SELECT strftime('%Y-%m-%d', max(started_utc), '-30 days') FROM runs WHERE NOT forgotten")
                     .rows.at(0)
                     .at(0));
}

SiteFrame frame_of(const SiteRequest& request) {
  return {.ledger = request.ledger_name,
          .made_of = fmt::format("Made {:%Y-%m-%d %H:%M} UTC by warpledger {}. Times are medians of samples, in µs.",
                                 fmt::gmtime(std::time(nullptr)), kVersion),
          .has_plots = request.assets.plots_absent.empty()};
}

}  // namespace

SiteSize write_site(const LedgerReader& ledger, const SiteRequest& request) {
  SiteFolder folder(request.folder);
  std::vector<SiteRun> runs = site_runs(ledger);
  if (runs.empty()) throw Error("this ledger has no runs", "run an experiment first");
  const ChangedList list =
      find_changed(ledger, {}, kTimeMetric, {beginning_of_period(ledger, request)}, request.options);
  std::set<std::int64_t> ids;
  for (const SiteRun& run : runs) ids.insert(run.run);
  const SeriesMarker marker(ledger, ids, request.options);
  const SiteFrame frame = frame_of(request);
  write_site_assets(folder, request.assets, request.style, request.script);
  SiteSeriesById changed;
  for (const ChangedSeries& series : list.series) changed[id_of(series.series)];
  SiteGroups pages(folder, frame, changed);
  each_series(ledger, {}, kTimeMetric, [&](Series series) { pages.add(marker.mark(std::move(series))); });
  const std::vector<SiteGroup> groups = pages.finished();
  write_comparisons(ledger, folder, frame, runs);
  write_runs_page(folder, frame, runs);
  write_experiments(folder, frame, list, groups);
  write_index(folder, frame, list, groups, changed, runs);
  folder.publish();
  return {folder.files(), folder.bytes(), list.all};
}

}  // namespace warpledger
