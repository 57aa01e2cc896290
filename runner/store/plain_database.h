#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/table.h"

namespace warpledger {

/// A column as CREATE TABLE has it: its type is INTEGER, REAL or TEXT.
struct PlainColumn {
  std::string name, type;
};

/// A new SQLite file for other programs: tables without keys, triggers or functions of our own. Throws Error
/// where it cannot be written; without commit() nothing of it stays but an empty file.
class PlainDatabase {
 public:
  explicit PlainDatabase(const std::string& path);
  ~PlainDatabase();
  PlainDatabase(const PlainDatabase&) = delete;
  PlainDatabase& operator=(const PlainDatabase&) = delete;

  void begin_table(const std::string& name, const std::vector<PlainColumn>& columns);
  /// To the table that was begun last.
  void add(const std::vector<std::vector<Cell>>& rows);
  void execute(const std::string& sql);
  void commit();

 private:
  struct Connection;
  std::string path_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace warpledger
