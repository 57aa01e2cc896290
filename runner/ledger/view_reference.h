#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/table.h"
#include "spec/library.h"
#include "store/reader.h"
#include "store/view_comments.h"

namespace warpledger {

/// Documentation of views and columns, from the comments of schema/views/, the metric files and the family files.
class ViewReference {
 public:
  /// `ledger` must outlive this. Ignores unreadable families; throws Error for an unreadable metric group.
  ViewReference(const LedgerReader& ledger, const Library& library);

  /// Columns: view, rows (their meaning).
  Table views() const;

  /// Columns: column, unit, meaning. Throws Error with the nearest name for an unknown view.
  Table columns(const std::string& view) const;

  /// Absent for an undocumented column.
  std::optional<ColumnMeaning> meaning(const std::string& view, const std::string& column) const;

  /// Returns undocumented columns: "view.column".
  std::vector<std::string> unexplained() const;

  /// Returns a section per view, with the families' additions.
  std::string markdown() const;

 private:
  void read_metrics(const Library& library);
  void read_families(const Library& library);
  std::vector<std::string> names_of_columns(const std::string& view) const;

  const LedgerReader& ledger_;
  ViewComments comments_;
  std::map<std::string, ColumnMeaning> metrics_;
  std::map<std::string, ColumnMeaning> quantities_;
  Table families_;  ///< parameter, family, meaning
};

}  // namespace warpledger
