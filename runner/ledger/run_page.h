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

struct ReportRequest {
  std::string ledger;
  std::string run = "latest";  ///< as for run_named()
  std::string page;            ///< a report's name or file; empty: the experiment's report, or `default`
  Format format = Format::text;
  LineWidth width = {};
  bool is_part = false;                               ///< as in ReportOptions
  std::function<void(const std::string&)> tell = {};  ///< as in ReportOptions
};

/// Renders a report about a run; `library` provides the reports and the metrics that are columns.
std::string report_of_run(const ReportRequest& request, const Library& library);

/// Renders the same report in each of `formats` from an open ledger, with each query run once. The run stays selected.
/// Ignores the request's ledger and format.
std::vector<std::string> reports_of_run(LedgerReader& ledger, const ReportRequest& request,
                                        const std::vector<Format>& formats, const Library& library);

/// Renders a report about a campaign; `request.run` is "latest" or the start of a campaign's UUID. The default report
/// is `campaign`.
std::string report_of_campaign(const ReportRequest& request, const Library& library);

/// Renders the report `run`, followed by the changes of its files since the previous run of the same experiment and
/// submission.
std::string account_of_run(const std::string& ledger, const std::string& run, const Library& library,
                           const LineWidth& width);

/// Returns the assets of HTML pages from pages/ of the first root that has it. If the plotting library is missing,
/// pages explain why they have no plots. Throws Error if no root has the folder.
PageAssets load_page_assets(const std::vector<std::string>& roots);

/// Returns the assets of a site, whose plots are drawn by pages/site.js.
PageAssets load_site_assets(const std::vector<std::string>& roots);

}  // namespace warpledger
