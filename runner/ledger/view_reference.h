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

/// Documentation of a ledger's views and columns. Meanings come from the comments of schema/views/, the metric files
/// and the family files.
class ViewReference {
 public:
  /// `ledger` must outlive this. Ignores unreadable families; throws Error for an unreadable metric group.
  ViewReference(const LedgerReader& ledger, const Library& library);

  /// Columns: view, rows (their meaning). One row per view.
  Table views() const;

  /// Columns: column, unit, meaning. The unit is empty for a column without numbers. Throws Error with the nearest name
  /// if there is no such view.
  Table columns(const std::string& view) const;

  /// Absent if no source documents the column.
  std::optional<ColumnMeaning> meaning(const std::string& view, const std::string& column) const;

  /// Returns undocumented columns: "view.column".
  std::vector<std::string> unexplained() const;

  /// Returns everything as Markdown: a section per view with the table of its columns and the families' additions.
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
