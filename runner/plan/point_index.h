#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/table.h"
#include "plan/plan.h"

namespace warpledger {

/// Finds points by the values in a listing: `kernel`, `instance`, `threads`, `grid`, `block` and Plan::columns().
class PointIndex {
 public:
  /// `plan` must outlive this. Costs as much as listing the plan.
  explicit PointIndex(const Plan& plan);

  /// Returns ascending ordinals. Throws Error for a name that no point has.
  std::vector<std::int64_t> find(const std::map<std::string, Cell>& values) const;

 private:
  using Ordinals = std::vector<std::int64_t>;

  const Plan& plan_;
  std::map<std::string, std::map<Cell, Ordinals>> by_value_;
};

}  // namespace warpledger
