#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/table.h"
#include "report/block.h"
#include "report/placeholder.h"
#include "report/plot_kind.h"

namespace warpledger {

/// A block that asks for a plot, with its options checked as far as they can be without the query's answer.
struct PlotRequest {
  const SqlBlock& block;
  const PlotKind& kind;
  std::vector<BlockOption> options;
};

/// Throws Error for an unknown option, one without its value, and one that is needed and not given.
PlotRequest plot_request(const Page& page, const SqlBlock& block);

/// An option of the plot, with its columns looked up in the answer.
struct PlotColumns {
  PlotRole role;
  std::vector<std::size_t> columns;
  Place where;
  bool log = false;
};

/// What a plot's options ask for.
struct PlotLayout {
  std::vector<PlotColumns> roles;  ///< those that are given
  std::vector<std::size_t> each;   ///< a new plot begins whenever one of these columns changes
  std::optional<Template> heading;
  bool unless_empty = false;
};

/// Throws Error for an option that names a column that `table`, the block's answer, does not have.
PlotLayout plot_layout(const Page& page, const PlotRequest& request, const Table& table);

}  // namespace warpledger
