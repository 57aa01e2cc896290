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
  std::string page;            ///< name or file; empty: the experiment's report, or `default`
  Format format = Format::text;
  LineWidth width = {};
  bool is_part = false;                               ///< as in ReportOptions
  std::function<void(const std::string&)> tell = {};  ///< as in ReportOptions
};

/// Renders a report; `library` provides reports and metrics.
std::string report_of_run(const ReportRequest& request, const Library& library);

/// Renders `formats` with each query run only once. The run stays selected. Ignores the request's ledger and format.
std::vector<std::string> reports_of_run(LedgerReader& ledger, const ReportRequest& request,
                                        const std::vector<Format>& formats, const Library& library);

/// Renders a report of a campaign: `request.run` is "latest" or the start of its UUID. The default report is
/// `campaign`.
std::string report_of_campaign(const ReportRequest& request, const Library& library);

/// Renders the report `run` and the changes of files since the previous run of the same experiment and submission.
std::string account_of_run(const std::string& ledger, const std::string& run, const Library& library,
                           const LineWidth& width);

/// Loads pages/ of the first root that has it; throws Error if none has. Without the plotting library, pages say why
/// they have no plots.
PageAssets load_page_assets(const std::vector<std::string>& roots);

/// Loads assets for plots drawn by pages/site.js.
PageAssets load_site_assets(const std::vector<std::string>& roots);

}  // namespace warpledger
