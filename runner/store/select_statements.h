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

inline constexpr std::string_view kNoSuchColumn = "no such column: ";  ///< as SQLite says it, before the name
inline constexpr const char* kCorrectTheQuery = "correct the query";   ///< a hint

/// A statement, and which of its numbers a model may have given.
struct CompiledSelect {
  Statement statement;
  Lineage lineage;
};

/// Compiled SELECTs of one connection. Those that were answered are kept: a class's pages ask the same ones for each
/// student, and compiling them over the views was four fifths of the time of these pages (benchmarks/grade.md).
class SelectStatements {
 public:
  /// Refuses, while it lives, all that does not only read.
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

  /// `database` must outlive it, and has no other authorizer.
  explicit SelectStatements(sqlite3* database, ModelledViews views = {});
  ~SelectStatements();
  SelectStatements(const SelectStatements&) = delete;
  SelectStatements& operator=(const SelectStatements&) = delete;

  sqlite3* database() const { return database_; }

  /// The one statement of `sql`, ready for its first row: one that was kept, or compiled now. Throws Error, whose place
  /// is within `sql`, when that is no statement, is not alone or is wrong; SQLite::Exception when the ledger itself
  /// fails.
  CompiledSelect take(const std::string& sql);
  /// Keeps a statement of take() for who asks for it next. One that failed is not kept.
  void keep(const std::string& sql, CompiledSelect select);

  /// The columns that the statement compiled last reads, as SQLite reported them.
  const std::vector<ColumnRead>& reads() const { return reads_; }

 private:
  static int authorize(void* statements, int action, const char* first, const char* second, const char* schema,
                       const char* view);
  int allow(int action, const char* first, const char* second, const char* view);

  sqlite3* database_;
  ModelledViews views_;
  bool only_reading_ = false;  ///< the authorizer looks at it: to set another one would expire all kept statements
  std::vector<ColumnRead> reads_;
  std::map<std::string, CompiledSelect> kept_;
};

/// Throws what `status` says about the statement that begins `begin` bytes into `sql`: the query's own fault as Error,
/// the ledger's as SQLite::Exception.
[[noreturn]] void fail_query(sqlite3* database, int status, const std::string& sql, std::size_t begin);

}  // namespace warpledger
