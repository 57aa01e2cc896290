#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/table.h"

struct sqlite3;

namespace warpledger {

/// Where an answer ends early.
struct QueryLimits {
  std::optional<std::size_t> rows = std::nullopt;                                ///< the first rows are the answer
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;  ///< a query that takes longer fails
  /// A query that needs more fails: what SQLite holds and an answer that is held whole, together.
  std::optional<std::int64_t> memory_bytes = std::nullopt;
};

/// Holds a connection to limits while it lives. SQLite has one limit of memory for the whole process: one of these at a
/// time.
class LimitedConnection {
 public:
  /// `limits` must outlive this.
  LimitedConnection(sqlite3* database, const QueryLimits& limits);
  ~LimitedConnection();
  LimitedConnection(const LimitedConnection&) = delete;
  LimitedConnection& operator=(const LimitedConnection&) = delete;

  /// Notes a row of an answer that is held whole. Throws Error where that is too much to hold.
  void hold(const std::vector<Cell>& row);

 private:
  sqlite3* database_;
  const QueryLimits& limits_;
  std::int64_t former_memory_bytes_ = 0;
  std::int64_t held_bytes_ = 0;
};

/// What a row takes in memory, roughly.
std::int64_t bytes_of(const std::vector<Cell>& row);

/// Throws Error where `status` of SQLite says that a limit was reached.
void refuse_beyond_limits(int status, const QueryLimits& limits);

}  // namespace warpledger
