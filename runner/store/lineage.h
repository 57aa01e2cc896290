#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace warpledger {

/// A column that SQLite's authorizer reports when it compiles a statement.
struct ColumnRead {
  std::string table;   ///< a table or a view
  std::string column;  ///< empty: the table is read, but none of its columns
  /// The innermost view or common table expression that reads it; empty: the statement itself. SQLite does not tell
  /// the two apart.
  std::string within;
};

/// The views of a connection whose columns a model gives.
struct ModelledViews {
  bool point = false;         ///< `point` shows what the model says: the selected run is on the host
  std::set<std::string> own;  ///< views of the schema; each column of a compound one is of one kind in all its arms
  /// Names, in lower case, of the columns of points_modelled that a model gives. Called when a statement reads such
  /// views.
  std::function<std::set<std::string>()> columns = [] { return std::set<std::string>(); };
};

/// Which numbers of an answer may come from a model.
struct Lineage {
  std::vector<bool> modelled;     ///< of each result column; empty: none does
  std::vector<std::string> read;  ///< the modelled columns that the statement reads: "points_modelled.insn_per_el"
};

/// Decides by what the statement reads, not by the values that it answers. A statement that reads no modelled column
/// has none. In one that does, a result column is not modelled only if it is, unchanged, a column of a table other than
/// an estimate's numbers, by SQLite's column metadata, and neither the statement nor a view of others that it reads
/// such columns from is compound: of those, the metadata names one arm.
Lineage lineage_of(sqlite3* database, sqlite3_stmt* statement, const std::string& sql,
                   const std::vector<ColumnRead>& reads, const ModelledViews& views);

}  // namespace warpledger
