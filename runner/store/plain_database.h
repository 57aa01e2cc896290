#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/table.h"

namespace warpledger {

/// A column of CREATE TABLE: INTEGER, REAL or TEXT.
struct PlainColumn {
  std::string name, type;
};

/// A new SQLite file for other programs: tables without keys, triggers or our functions. Throws Error if it cannot be
/// written; without commit() the file stays empty.
class PlainDatabase {
 public:
  explicit PlainDatabase(const std::string& path);
  ~PlainDatabase();
  PlainDatabase(const PlainDatabase&) = delete;
  PlainDatabase& operator=(const PlainDatabase&) = delete;

  void begin_table(const std::string& name, const std::vector<PlainColumn>& columns);
  /// Adds rows to the table begun last.
  void add(const std::vector<std::vector<Cell>>& rows);
  void execute(const std::string& sql);
  void commit();

 private:
  struct Connection;
  std::string path_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace warpledger
