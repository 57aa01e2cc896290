#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "model/table.h"
#include "report/report.h"

namespace warpledger {

using Row = std::vector<Cell>;

inline Cell integer(std::int64_t value) { return value; }
inline Cell number(const std::string& format, double value) { return encode_number(format, value); }

inline std::string testdata(const std::string& name) {
  return read_file(WARPLEDGER_SOURCE_DIR "/runner/report/testdata/" + name);
}

/// Answers with the first table whose text is in the statement.
inline Query canned_query(std::vector<std::pair<std::string, Table>> answers) {
  return [answers = std::move(answers)](const std::string& sql) -> Table {
    for (const auto& [text, table] : answers)
      if (sql.find(text) != std::string::npos) return table;
    throw Error({.file = "sql", .line = 1}, "no such table", "name a view");
  };
}

}  // namespace warpledger
