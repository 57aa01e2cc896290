#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compare/series.h"
#include "compare/site_page.h"
#include "store/reader.h"

namespace warpledger {

/// A run as a site lists it.
struct SiteRun {
  std::int64_t run = 0;  ///< its id
  std::string uuid;
  std::string started_utc;
  std::string experiment;
  std::string submission;  ///< empty: the family's own kernels
  std::string device_uuid;
  std::string device_name;
  std::string outcome;
  std::int64_t ok_points = 0;
  std::int64_t planned_points = 0;
  std::string tags;
  std::string comparison;  ///< address of its page, from the site's folder; empty without one
};

/// The runs of the filter's submission, or of none, that began by its now and are not forgotten, the newest first.
std::vector<SiteRun> site_runs(const LedgerReader& ledger, const SeriesFilter& filter);

/// Writes a page for the newest run of each experiment, submission and device that compares it with the one before, at
/// most 40 pages, and notes their addresses in `runs`.
void write_comparisons(const LedgerReader& ledger, SiteFolder& folder, const SiteFrame& frame,
                       std::vector<SiteRun>& runs);

/// Writes the page with the newest 1,000 runs.
void write_runs_page(SiteFolder& folder, const SiteFrame& frame, const std::vector<SiteRun>& runs);

}  // namespace warpledger
