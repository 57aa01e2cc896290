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

enum class PointNumbers : std::uint8_t {
  measured,  ///< view points
  modelled,  ///< view points_modelled
};

/// The grading conditions of an experiment as SQL over points. The experiment's parameters, axes and metrics are
/// columns even if the ledger has none. Must not outlive the ledger.
class GradingConditions {
 public:
  GradingConditions(const LedgerReader& ledger, const Experiment& experiment);

  /// Throws Error at the condition's place if it is invalid, with SQLite's message, or has a comparison whose result
  /// depends on no value (find_sql_fault()).
  void check(const PointCondition& condition, const TypeOfColumn& type_of) const;

  /// Returns columns in order of appearance, without duplicates, spelled like in the view or experiment.
  std::vector<std::string> columns_of(const PointCondition& condition) const;

  /// Returns "SELECT <what> FROM <points> WHERE <of_runs> AND (<condition>)", ordered by run and place. A column that
  /// points_modelled lacks is NULL.
  std::string select(const std::string& what, const std::string& of_runs,
                     const std::optional<PointCondition>& condition, PointNumbers numbers) const;

 private:
  const LedgerReader& ledger_;
  std::vector<std::string> columns_;
  std::string from_measured_, from_modelled_;
};

/// Checks all conditions against an empty ledger, before anything runs.
void check_grading(const Experiment& experiment, const Library& library);

}  // namespace warpledger
