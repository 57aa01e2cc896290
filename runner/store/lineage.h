#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace warpledger {

/// A column read that SQLite's authorizer reports.
struct ColumnRead {
  std::string table;   ///< table or view
  std::string column;  ///< empty: the table is read, but none of its columns
  /// Innermost view or common table expression (SQLite does not distinguish them); empty: the statement itself.
  std::string within;
};

/// The views of a connection with modelled columns.
struct ModelledViews {
  bool point = false;         ///< `point` shows modelled values: the selected run is on the host
  std::set<std::string> own;  ///< the schema's views, whose compound arms agree on which columns are modelled
  /// Lower-case names of the modelled columns of points_modelled; called only if they are needed.
  std::function<std::set<std::string>()> columns = [] { return std::set<std::string>(); };
};

struct Lineage {
  std::vector<bool> modelled;     ///< per result column, true if it may be modelled; empty: none
  std::vector<std::string> read;  ///< modelled columns that the statement reads: "points_modelled.insn_per_el"
};

/// Decides by the columns that the statement reads, not by values. If it reads modelled columns, a result column is
/// measured only if SQLite's metadata shows an unchanged table column other than an estimate's numbers. In compound
/// statements, or if a foreign view with modelled columns is compound, none is: the metadata names only one arm.
Lineage lineage_of(sqlite3* database, sqlite3_stmt* statement, const std::string& sql,
                   const std::vector<ColumnRead>& reads, const ModelledViews& views);

}  // namespace warpledger
