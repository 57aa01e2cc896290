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

struct CompiledSelect {
  Statement statement;
  Lineage lineage;
};

/// Compiled SELECTs of one connection, kept for reuse: compiling took four fifths of the time of a class's pages
/// (benchmarks/grade.md).
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

  /// `database` must outlive this object and have no other authorizer.
  explicit SelectStatements(sqlite3* database, ModelledViews views = {});
  ~SelectStatements();
  SelectStatements(const SelectStatements&) = delete;
  SelectStatements& operator=(const SelectStatements&) = delete;

  sqlite3* database() const { return database_; }

  /// Returns the statement of `sql`, ready for its first row. Throws Error with its place in `sql` unless that is one
  /// valid statement; SQLite::Exception if the ledger fails.
  CompiledSelect take(const std::string& sql);
  /// Keeps a statement for reuse unless it failed.
  void keep(const std::string& sql, CompiledSelect select);

  /// Columns that the statement compiled last reads.
  const std::vector<ColumnRead>& reads() const { return reads_; }

 private:
  static int authorize(void* statements, int action, const char* first, const char* second, const char* schema,
                       const char* view);
  int allow(int action, const char* first, const char* second, const char* view);

  sqlite3* database_;
  ModelledViews views_;
  bool only_reading_ = false;  ///< a flag, because replacing the authorizer expires all kept statements
  std::vector<ColumnRead> reads_;
  std::map<std::string, CompiledSelect> kept_;
};

/// Throws for `status` of the statement at byte `begin` of `sql`: Error if the query is at fault, SQLite::Exception if
/// the ledger is.
[[noreturn]] void fail_query(sqlite3* database, int status, const std::string& sql, std::size_t begin);

}  // namespace warpledger
