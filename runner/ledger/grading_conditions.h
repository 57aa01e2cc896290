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

/// Source of the numbers in a condition.
enum class PointNumbers : std::uint8_t {
  measured,  ///< the view points
  modelled,  ///< the view points_modelled
};

/// The grading conditions of an experiment as SQL over the points of a ledger. Its parameters, axes and metrics are
/// columns even if the ledger has no number for them yet. Must not outlive the ledger.
class GradingConditions {
 public:
  GradingConditions(const LedgerReader& ledger, const Experiment& experiment);

  /// Throws Error at its place in the experiment file if `condition` is not a condition over the columns of a point,
  /// with SQLite's message, or has a comparison whose result depends on no value (find_sql_fault()).
  void check(const PointCondition& condition, const TypeOfColumn& type_of) const;

  /// Returns the columns in `condition`, without duplicates, in order of appearance and spelled like in the view or the
  /// experiment.
  std::vector<std::string> columns_of(const PointCondition& condition) const;

  /// Returns "SELECT <what> FROM <points> WHERE <of_runs> AND (<condition>)", ordered by run and place. In modelled
  /// numbers, a column that points_modelled lacks is NULL.
  std::string select(const std::string& what, const std::string& of_runs,
                     const std::optional<PointCondition>& condition, PointNumbers numbers) const;

 private:
  const LedgerReader& ledger_;
  std::vector<std::string> columns_;
  std::string from_measured_, from_modelled_;
};

/// Checks the grading conditions of an experiment against an empty ledger, before anything runs.
void check_grading(const Experiment& experiment, const Library& library);

}  // namespace warpledger
