#include "ledger/run_page.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <variant>

#include "base/error.h"
#include "base/file.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "ledger/measured_points.h"
#include "ledger/run_files.h"
#include "ledger/run_selection.h"
#include "report/report.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// The ledger may be foreign, so its name may not be a path.
std::string page_of_run(LedgerReader& ledger, const Library& library) {
  const Table answer = ledger.query("SELECT report FROM run_info");
  const std::string* page = answer.rows.empty() ? nullptr : std::get_if<std::string>(&answer.rows[0][0]);
  return library.report_path(page && !page->empty() ? *page : kDefaultReport);
}

/// Empty for a complete run.
std::string missing_part(LedgerReader& ledger) {
  const Table answer = ledger.query(
      "SELECT recorded_points, planned_points, reason FROM run_info "
      "WHERE outcome = 'interrupted' AND recorded_points < planned_points");
  if (answer.rows.empty()) return "";
  const std::vector<Cell>& run = answer.rows.front();
  return fmt::format("{} of {} points are here: {}", with_thousands(std::get<std::int64_t>(run[0])),
                     with_thousands(std::get<std::int64_t>(run[1])), text_in(run[2]));
}

/// pages/package-lock.json has the versions.
constexpr const char* kLibrary[] = {"node_modules/d3/dist/d3.min.js",
                                    "node_modules/@observablehq/plot/dist/plot.umd.min.js"};

constexpr const char* kHint = "run scripts/setup plots where warpledger was built, and print the page again";

std::string pages_folder(const std::vector<std::string>& roots) {
  for (const std::string& root : roots)
    if (std::string folder = root + "/pages"; fs::exists(folder + "/page.css")) return folder;
  throw Error("the style and the scripts of HTML pages (pages/page.css) are missing",
              "the installation is incomplete: install again");
}

}  // namespace

std::vector<std::string> reports_of_run(LedgerReader& ledger, const ReportRequest& request,
                                        const std::vector<Format>& formats, const Library& library) {
  ledger.select_run(run_named(ledger, request.run));
  refuse_impossible_times_of_selected_run(ledger);
  const std::string path =
      request.page.empty() ? page_of_run(ledger, library) : library.report_path_or_file(request.page);
  const std::string text = read_file(path);
  std::map<std::string, Table> answers;
  const Query query = [&](const std::string& sql) {
    const auto known = answers.find(sql);
    return known != answers.end() ? known->second : answers.emplace(sql, ledger.query_of_page(sql)).first->second;
  };
  ReportOptions options{
      .width = request.width, .is_part = request.is_part, .caveat = missing_part(ledger), .tell = request.tell};
  std::vector<std::string> pages;
  for (const Format format : formats) {
    options.format = format;
    if (format == Format::html) options.assets = load_page_assets(library.roots());
    pages.push_back(render_report(text, path, query, options));
  }
  return pages;
}

std::string report_of_run(const ReportRequest& request, const Library& library) {
  LedgerReader ledger = open_ledger(request.ledger, library);
  return reports_of_run(ledger, request, {request.format}, library).front();
}

std::string report_of_campaign(const ReportRequest& request, const Library& library) {
  const LedgerReader ledger = open_ledger(request.ledger, library);
  const std::string meant =
      request.run == "latest"
          ? fmt::format("campaign IS NOT NULL AND started_utc <= {} AND {}", quoted_text(current_utc()),
                        submission_condition(kNoSubmission))
          : fmt::format("substr(campaign, 1, {}) = {}", request.run.size(), quoted_text(request.run));
  const Table runs = ledger.query(fmt::format(
      "SELECT max(run_uuid), campaign FROM runs WHERE {} AND NOT forgotten GROUP BY campaign ORDER BY max(started_utc) "
      "DESC",
      meant));
  if (runs.rows.empty())
    throw Error({.file = request.ledger},
                request.run == "latest" ? "there is no campaign in this ledger"
                                        : fmt::format("no campaign begins with '{}'", request.run),
                "`warpledger run EXPERIMENT --device all` makes one");
  if (runs.rows.size() > 1 && request.run != "latest")
    throw Error({.file = request.ledger}, fmt::format("{} campaigns begin with '{}'", runs.rows.size(), request.run),
                "write more characters");
  ReportRequest of_run = request;
  of_run.run = std::get<std::string>(runs.rows[0][0]);
  if (of_run.page.empty()) of_run.page = kCampaignReport;
  return report_of_run(of_run, library);
}

std::string account_of_run(const std::string& ledger, const std::string& run, const Library& library,
                           const LineWidth& width) {
  const LedgerReader reader = open_ledger(ledger, library);
  const std::string uuid = choose_run(reader, parse_run_selection(run, "")).uuid, before = run_before(reader, uuid);
  std::string page = report_of_run({ledger, uuid, "run", Format::text, width}, library);
  if (before.empty()) return page;
  const std::string changes = changes_of_files(files_of_run(reader, before), files_of_run(reader, uuid));
  return fmt::format("{}\nFiles since run {}, the one before: {}\n{}", page, before.substr(0, 8),
                     changes.empty() ? "unchanged" : "changed", printable(changes));
}

PageAssets load_page_assets(const std::vector<std::string>& roots) {
  const std::string folder = pages_folder(roots);
  PageAssets assets{.style = read_file(folder + "/page.css"), .table_script = read_file(folder + "/tables.js")};
  for (const char* name : kLibrary) {
    const std::string path = fmt::format("{}/{}", folder, name);
    if (!fs::exists(path)) {
      assets.plots_absent = fmt::format("the plotting library is not installed (no {}); {}", path, kHint);
      assets.plot_scripts.clear();
      return assets;
    }
    assets.plot_scripts.push_back(read_file(path));
  }
  for (const char* name : {"plot_kinds.js", "plots.js"})
    assets.plot_scripts.push_back(read_file(fmt::format("{}/{}", folder, name)));
  return assets;
}

PageAssets load_site_assets(const std::vector<std::string>& roots) {
  PageAssets assets = load_page_assets(roots);
  assets.plot_scripts.push_back(read_file(pages_folder(roots) + "/site.js"));
  return assets;
}

}  // namespace warpledger
