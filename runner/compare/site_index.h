#pragma once

#include <vector>

#include "compare/changed_series.h"
#include "compare/site_group.h"
#include "compare/site_page.h"
#include "compare/site_runs.h"

namespace warpledger {

/// Writes the first page: what changed, then the experiments.
void write_index(SiteFolder& folder, const SiteFrame& frame, const ChangedList& list,
                 const std::vector<SiteGroup>& groups, const SiteSeriesById& changed, const std::vector<SiteRun>& runs);

/// Writes a page for each experiment, with a card for each of its groups.
void write_experiments(SiteFolder& folder, const SiteFrame& frame, const ChangedList& list,
                       const std::vector<SiteGroup>& groups);

}  // namespace warpledger
