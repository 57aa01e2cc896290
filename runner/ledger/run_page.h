#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "report/format.h"
#include "report/html_page.h"
#include "spec/library.h"
#include "store/reader.h"

namespace warpledger {

/// What page to make of which run.
struct ReportRequest {
  std::string ledger;
  std::string run = "latest";  ///< as run_named() takes it
  std::string page;  ///< a report's name or file; empty: the one that the run's experiment names, or `default`
  Format format = Format::text;
  LineWidth width = {};
  bool is_part = false;                               ///< as that of ReportOptions
  std::function<void(const std::string&)> tell = {};  ///< as that of ReportOptions
};

/// A page about one run of a ledger; `library` knows the pages and the metrics that are columns.
std::string report_of_run(const ReportRequest& request, const Library& library);

/// The same page in each of `formats`, by an open ledger, in which the run stays selected. What the page asks is asked
/// once. The request's own ledger and format are not looked at.
std::vector<std::string> reports_of_run(LedgerReader& ledger, const ReportRequest& request,
                                        const std::vector<Format>& formats, const Library& library);

/// A page about a campaign of a ledger: `request.run` is "latest" or the start of a campaign's UUID. Without a page's
/// name it is `campaign`.
std::string report_of_campaign(const ReportRequest& request, const Library& library);

/// The page `run` of any run, and how its files changed since the run before of the same experiment and submission.
std::string account_of_run(const std::string& ledger, const std::string& run, const Library& library,
                           const LineWidth& width);

/// What HTML pages carry in themselves: the files of the folder pages/ of the first root that has one. Without the
/// plotting library there they say why there are no plots. Throws Error when no root has the folder.
PageAssets load_page_assets(const std::vector<std::string>& roots);

/// The same for a site, whose plots are drawn by pages/site.js.
PageAssets load_site_assets(const std::vector<std::string>& roots);

}  // namespace warpledger
