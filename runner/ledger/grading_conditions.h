#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/sql_comparisons.h"
#include "model/grading.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// Which numbers of a point a condition is about.
enum class PointNumbers : std::uint8_t {
  measured,  ///< the view points
  modelled,  ///< the view points_modelled
};

/// The conditions of an experiment's grading as SQL over the points of a ledger. Parameters, axes and metrics of the
/// experiment are columns even where the ledger has no number for them yet. Must not outlive the ledger.
class GradingConditions {
 public:
  GradingConditions(const LedgerReader& ledger, const Experiment& experiment);

  /// Throws Error at its place in the experiment file if `condition` is not a condition over the columns of a point,
  /// with what SQLite said, or has a comparison whose answer depends on no value (find_sql_fault()).
  void check(const PointCondition& condition, const TypeOfColumn& type_of) const;

  /// The columns that `condition` looks at, each once, in its order, as the view points or the experiment calls them.
  std::vector<std::string> columns_of(const PointCondition& condition) const;

  /// "SELECT <what> FROM <points> WHERE <of_runs> AND (<condition>)", in the order of the points' runs and places. A
  /// column that points_modelled lacks is NULL in modelled numbers.
  std::string select(const std::string& what, const std::string& of_runs,
                     const std::optional<PointCondition>& condition, PointNumbers numbers) const;

 private:
  const LedgerReader& ledger_;
  std::vector<std::string> columns_;
  std::string from_measured_, from_modelled_;
};

/// Checks every condition of an experiment's grading against an empty ledger: before anything runs.
void check_grading(const Experiment& experiment, const Library& library);

}  // namespace warpledger
