#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/table.h"
#include "report/report.h"

namespace warpledger {

/// For tests: answers a statement with the table of the first entry whose text it contains.
inline Query canned_query(std::vector<std::pair<std::string, Table>> answers) {
  return [answers = std::move(answers)](const std::string& sql) -> Table {
    for (const auto& [text, table] : answers)
      if (sql.find(text) != std::string::npos) return table;
    throw Error({.file = "sql", .line = 1}, "no such table", "name a view");
  };
}

}  // namespace warpledger
