#include "compare/site_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/error.h"
#include "base/sql_text.h"
#include "compare/comparison_page.h"
#include "compare/history_page.h"
#include "compare/run_comparison.h"
#include "ledger/run_selection.h"
#include "model/table.h"

namespace warpledger {
namespace {

constexpr std::size_t kMostComparisons = 40, kMostPointsOfComparison = 300, kMostRunsListed = 1000;

ChosenRun chosen(const SiteRun& run, const std::string& backend) {
  return {run.run,        run.uuid,        run.started_utc, run.experiment,
          run.submission, run.device_uuid, run.device_name, backend};
}

/// Each newest run with the one before it.
std::vector<std::pair<SiteRun*, const SiteRun*>> newest_pairs(std::vector<SiteRun>& runs) {
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, std::size_t> seen;
  std::map<Key, SiteRun*> newest;
  std::vector<std::pair<SiteRun*, const SiteRun*>> pairs;
  for (SiteRun& run : runs) {
    const Key key{run.experiment, run.submission, run.device_uuid};
    const std::size_t newer = seen[key]++;
    if (newer == 0) newest[key] = &run;
    if (newer == 1 && pairs.size() < kMostComparisons) pairs.emplace_back(newest[key], &run);
  }
  return pairs;
}

std::string words_of_run(const SiteRun& run) {
  return fmt::format("{} on {}{}", run.experiment, run.device_name,
                     run.submission.empty() ? "" : ", submission " + run.submission);
}

/// Why two runs cannot be compared is what the page says then: they may have no point in common.
std::string compared(const LedgerReader& ledger, const SiteRun& before, const SiteRun& after) {
  const auto backend_of = [&](const SiteRun& run) {
    return text_in(
        ledger.query(fmt::format("SELECT device_backend FROM runs WHERE run = {}", run.run)).rows.at(0).at(0));
  };
  try {
    return comparison_html(
        compare_runs(ledger, {chosen(before, backend_of(before)), ""}, {chosen(after, backend_of(after)), ""}, {}),
        kMostPointsOfComparison);
  } catch (const Error& error) {
    return fmt::format("<p>{}</p>\n", html_escaped(error.problem()));
  }
}

}  // namespace

std::vector<SiteRun> site_runs(const LedgerReader& ledger, const SeriesFilter& filter) {
  const Table rows = ledger.query(fmt::format(
      "SELECT run, run_uuid, started_utc, experiment, submission, device_uuid, device_name, outcome, ok_points, "
      "planned_points, tags FROM runs WHERE NOT forgotten AND started_utc <= {} AND {} ORDER BY started_utc DESC, "
      "run_uuid DESC",
      quoted_text(filter.now_utc), submission_condition(filter.submission)));
  std::vector<SiteRun> runs;
  for (const std::vector<Cell>& row : rows.rows)
    runs.push_back({whole_in(row[0]), text_in(row[1]), text_in(row[2]), text_in(row[3]), text_in(row[4]),
                    text_in(row[5]), text_in(row[6]), text_in(row[7]), whole_in(row[8]), whole_in(row[9]),
                    text_in(row[10]), ""});
  return runs;
}

void write_comparisons(const LedgerReader& ledger, SiteFolder& folder, const SiteFrame& frame,
                       std::vector<SiteRun>& runs) {
  for (const auto& [after, before] : newest_pairs(runs)) {
    after->comparison = fmt::format("runs/{}.html", site_id({after->uuid}));
    const std::string title = "The newest run beside the one before";
    const std::string body =
        fmt::format("<p class=\"way\">{} ›</p>\n<h1>{}</h1>\n<p>{}, {}</p>\n", link_to("../runs.html", "Runs"), title,
                    html_escaped(words_of_run(*after)), html_escaped(moment_of(after->started_utc))) +
        compared(ledger, *before, *after);
    folder.write(after->comparison, site_page(frame, title, body, 1));
  }
}

void write_runs_page(SiteFolder& folder, const SiteFrame& frame, const std::vector<SiteRun>& runs) {
  std::string body =
      "<h1>Runs</h1>\n<div class=\"scroll\"><table><thead><tr class=\"headings\"><th>began (UTC)</th>"
      "<th>run</th><th>experiment</th><th>device</th><th>outcome</th><th>points ok</th><th>tags</th>"
      "<th>beside the one before</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < std::min(kMostRunsListed, runs.size()); ++i) {
    const SiteRun& run = runs[i];
    body += fmt::format(
        "<tr><td class=\"short\">{}</td><td><code>{}</code></td><td class=\"short\">{}{}</td><td "
        "class=\"short\">{}</td><td>{}</td>"
        "<td class=\"number\">{} of {}</td><td>{}</td><td>{}</td></tr>\n",
        html_escaped(minute_of(run.started_utc)), html_escaped(run.uuid.substr(0, 8)),
        link_to(fmt::format("experiments/{}.html", site_id({run.experiment})), run.experiment),
        html_escaped(run.submission.empty() ? "" : ", " + run.submission), html_escaped(run.device_name),
        html_escaped(run.outcome), run.ok_points, run.planned_points, html_escaped(run.tags),
        run.comparison.empty() ? "" : link_to(run.comparison, "compared"));
  }
  body += "</tbody></table></div>\n";
  if (runs.size() > kMostRunsListed)
    body += fmt::format("<p class=\"note\">and {} older runs</p>\n", runs.size() - kMostRunsListed);
  folder.write("runs.html", site_page(frame, "Runs", body, 0));
}

}  // namespace warpledger
