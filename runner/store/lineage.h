#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace warpledger {

/// A column read that SQLite's authorizer reports when a statement is compiled.
struct ColumnRead {
  std::string table;   ///< table or view
  std::string column;  ///< empty: the table is read, but none of its columns
  /// Innermost view or common table expression that reads it; empty: the statement itself. SQLite does not distinguish
  /// the two.
  std::string within;
};

/// The views of a connection with modelled columns.
struct ModelledViews {
  bool point = false;         ///< `point` shows modelled values: the selected run is on the host
  std::set<std::string> own;  ///< the schema's views; all arms of a compound one agree on which columns are modelled
  /// Returns the lower-case names of the modelled columns of points_modelled. Called only if a statement reads such a
  /// view.
  std::function<std::set<std::string>()> columns = [] { return std::set<std::string>(); };
};

/// Columns of an answer that may hold modelled numbers.
struct Lineage {
  std::vector<bool> modelled;     ///< per result column; empty: none
  std::vector<std::string> read;  ///< modelled columns that the statement reads: "points_modelled.insn_per_el"
};

/// Decides by the columns that the statement reads, not by its values. If it reads a modelled column, a result column
/// counts as measured only if SQLite's column metadata shows it to be an unchanged table column that is not one of an
/// estimate's numbers. If the statement, or a foreign view through which it reads modelled columns, is compound, no
/// column does: the metadata names only one arm.
Lineage lineage_of(sqlite3* database, sqlite3_stmt* statement, const std::string& sql,
                   const std::vector<ColumnRead>& reads, const ModelledViews& views);

}  // namespace warpledger
