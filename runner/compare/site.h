#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "compare/changed_series.h"
#include "report/html_page.h"
#include "spec/utc_time.h"
#include "store/reader.h"

namespace warpledger {

struct SiteRequest {
  std::string folder;
  std::string ledger_name;  ///< shown on the pages
  std::string submission;   ///< shown on pages
  std::string since;        ///< start of the period, for beginning_of(); empty: 30 days before the newest run
  std::string now_utc = current_utc();
  PageAssets assets;  ///< from load_site_assets()
  ChangePointOptions options;
};

struct SiteSize {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  std::size_t series = 0;
};

/// Writes a static web site of a ledger's times: index.html with changes and experiments, a page per experiment, pages
/// of groups (SiteGroups), runs.html, and comparisons of newest runs. It needs no server or network. Reads one series
/// at a time. Throws Error if `folder` may not be replaced (SiteFolder), and then changes nothing.
SiteSize write_site(const LedgerReader& ledger, const SiteRequest& request);

}  // namespace warpledger
