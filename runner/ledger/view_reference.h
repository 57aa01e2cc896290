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

/// What a ledger's views and their columns are. Meanings come from where the columns do: the comments of schema/views/,
/// the metrics' files, the families' files.
class ViewReference {
 public:
  /// The views of `ledger`, which must outlive this. A family that cannot be read explains no column; a metric group
  /// that cannot be read is an Error.
  ViewReference(const LedgerReader& ledger, const Library& library);

  /// view, rows: a row per view, in which the latter says what its rows are.
  Table views() const;

  /// column, unit, meaning. The unit is empty where a column holds no number. Throws Error with the nearest name when
  /// there is no such view.
  Table columns(const std::string& view) const;

  /// Of one column; nothing where none of these places says what it is.
  std::optional<ColumnMeaning> meaning(const std::string& view, const std::string& column) const;

  /// The columns that have no meaning in any of these places: "view.column".
  std::vector<std::string> unexplained() const;

  /// All of it as Markdown: a section per view with the table of its columns, and what the families add to them.
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
