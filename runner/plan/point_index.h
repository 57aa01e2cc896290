#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/table.h"
#include "plan/plan.h"

namespace warpledger {

/// Finds points of a plan by what a listing shows of them: `kernel`, `instance`, `threads`, `grid`, `block` and the
/// names of Plan::columns(), each with a number or a word.
class PointIndex {
 public:
  /// `plan` must outlive this. Takes as long as listing the plan.
  explicit PointIndex(const Plan& plan);

  /// The points that have all of these values, ascending; all points where nothing is asked for. Throws Error for a
  /// name that no point has.
  std::vector<std::int64_t> find(const std::map<std::string, Cell>& values) const;

 private:
  using Ordinals = std::vector<std::int64_t>;  ///< ascending

  const Plan& plan_;
  std::map<std::string, std::map<Cell, Ordinals>> by_value_;  ///< by name
};

}  // namespace warpledger
