#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "compare/changed_series.h"
#include "report/html_page.h"
#include "spec/utc_time.h"
#include "store/reader.h"

namespace warpledger {

/// What a site is made of and how.
struct SiteRequest {
  std::string folder;
  std::string ledger_name;  ///< what its pages call the ledger
  std::string submission;   ///< as in SeriesFilter
  std::string since;        ///< of what changed, as beginning_of() takes it; empty: 30 days before the newest run
  std::string now_utc = current_utc();
  PageAssets assets;
  std::string style, script;  ///< pages/site.css, pages/site.js
  ChangePointOptions options;
};

struct SiteSize {
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  std::size_t series = 0;
};

/// Writes a static web site of a ledger's times: what changed first, then experiments, their series and runs. It works
/// from a file, without a server or network. Reads the ledger twice, a series at a time. Throws Error, and changes
/// nothing, when `folder` may not be replaced (SiteFolder).
SiteSize write_site(const LedgerReader& ledger, const SiteRequest& request);

}  // namespace warpledger
