#pragma once

#include <string>

#include "report/page.h"
#include "report/plot_request.h"
#include "report/report.h"

namespace warpledger {

/// The plots of a block as HTML figures, each with its data for pages/plots.js and a line that says which rows are not
/// drawn and why. With "unless empty", plots with nothing to draw are left out. Throws Error with a place in the
/// page.
std::string render_plot_block(const Page& page, const PlotRequest& request, const Query& query);

}  // namespace warpledger
