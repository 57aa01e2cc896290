#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/lineage.h"

struct sqlite3;
struct sqlite3_stmt;

namespace warpledger {

struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const;
};
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

inline constexpr std::string_view kNoSuchColumn = "no such column: ";  ///< prefix of SQLite's message
inline constexpr const char* kCorrectTheQuery = "correct the query";   ///< hint

/// A compiled SELECT, and which of its columns may be modelled.
struct CompiledSelect {
  Statement statement;
  Lineage lineage;
};

/// SELECTs of one connection, kept after use: a class's pages repeat the same queries for each student, and compiling
/// these over the views took four fifths of the pages' time (benchmarks/grade.md).
class SelectStatements {
 public:
  /// Allows only reading during its lifetime.
  class OnlyReading {
   public:
    explicit OnlyReading(SelectStatements& statements);
    ~OnlyReading();
    OnlyReading(const OnlyReading&) = delete;
    OnlyReading& operator=(const OnlyReading&) = delete;

   private:
    bool& only_reading_;
    bool former_;
  };

  /// `database` must outlive this object and must not have another authorizer.
  explicit SelectStatements(sqlite3* database, ModelledViews views = {});
  ~SelectStatements();
  SelectStatements(const SelectStatements&) = delete;
  SelectStatements& operator=(const SelectStatements&) = delete;

  sqlite3* database() const { return database_; }

  /// Returns the only statement of `sql`, ready for its first row, kept or newly compiled. Throws Error, placed in
  /// `sql`, if `sql` is empty, has several statements or is invalid; SQLite::Exception if the ledger fails.
  CompiledSelect take(const std::string& sql);
  /// Returns a statement from take() for reuse; discards it if it failed.
  void keep(const std::string& sql, CompiledSelect select);

  /// Column reads of the statement compiled last, as SQLite reported them.
  const std::vector<ColumnRead>& reads() const { return reads_; }

 private:
  static int authorize(void* statements, int action, const char* first, const char* second, const char* schema,
                       const char* view);
  int allow(int action, const char* first, const char* second, const char* view);

  sqlite3* database_;
  ModelledViews views_;
  bool only_reading_ = false;  ///< read by the authorizer: replacing the authorizer would expire all kept statements
  std::vector<ColumnRead> reads_;
  std::map<std::string, CompiledSelect> kept_;
};

/// Throws for `status` of the statement that begins at byte `begin` of `sql`: Error for a fault of the query,
/// SQLite::Exception for a fault of the ledger.
[[noreturn]] void fail_query(sqlite3* database, int status, const std::string& sql, std::size_t begin);

}  // namespace warpledger
