#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/table.h"

struct sqlite3;

namespace warpledger {

struct QueryLimits {
  std::optional<std::size_t> rows = std::nullopt;                                ///< truncates the answer
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;  ///< a query that takes longer fails
  /// A query that needs more fails. Includes SQLite's memory and a whole answer's rows.
  std::optional<std::int64_t> memory_bytes = std::nullopt;
};

/// Applies limits to a connection during its lifetime. Only one may exist: SQLite's memory limit is process-wide.
class LimitedConnection {
 public:
  LimitedConnection(sqlite3* database, const QueryLimits& limits);
  ~LimitedConnection();
  LimitedConnection(const LimitedConnection&) = delete;
  LimitedConnection& operator=(const LimitedConnection&) = delete;

  /// Counts a row of an answer that is kept whole. Throws Error beyond the memory limit.
  void hold(const std::vector<Cell>& row);

 private:
  sqlite3* database_;
  const QueryLimits& limits_;
  std::int64_t former_memory_bytes_ = 0;
  std::int64_t held_bytes_ = 0;
};

/// Approximate memory of a row.
std::int64_t bytes_of(const std::vector<Cell>& row);

/// Throws Error if `status` means that a limit was reached.
void refuse_beyond_limits(int status, const QueryLimits& limits);

}  // namespace warpledger
