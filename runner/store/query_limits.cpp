#include "store/query_limits.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <string>
#include <variant>

#include "base/error.h"

namespace warpledger {
namespace {

using Time = std::chrono::steady_clock::time_point;

/// A whole answer is copied to texts and then to table lines (benchmarks/ledger.md).
constexpr std::int64_t kCopiesOfHeldAnswer = 4;

int is_over(void* deadline) { return std::chrono::steady_clock::now() >= *static_cast<const Time*>(deadline) ? 1 : 0; }

[[noreturn]] void refuse_memory(const QueryLimits& limits) {
  throw Error(
      Place{.file = "SQL"},
      fmt::format("the query needs more memory than its limit of {} MiB", *limits.memory_bytes >> 20),
      "csv and json are written row by row and need little (--format); a text or md table is held whole: ask for "
      "fewer columns or rows (--limit), or allow more (--memory)");
}

}  // namespace

LimitedConnection::LimitedConnection(sqlite3* database, const QueryLimits& limits)
    : database_(database), limits_(limits) {
  constexpr int kInstructions = 10'000;  // about 0.1 ms
  if (limits.deadline)
    sqlite3_progress_handler(database_, kInstructions, is_over, const_cast<Time*>(&*limits.deadline));
  if (limits.memory_bytes) former_memory_bytes_ = sqlite3_hard_heap_limit64(*limits.memory_bytes);
}

LimitedConnection::~LimitedConnection() {
  sqlite3_progress_handler(database_, 0, nullptr, nullptr);
  if (limits_.memory_bytes) sqlite3_hard_heap_limit64(former_memory_bytes_);
}

void LimitedConnection::hold(const std::vector<Cell>& row) {
  if (!limits_.memory_bytes) return;
  held_bytes_ += bytes_of(row);
  if (kCopiesOfHeldAnswer * held_bytes_ + sqlite3_memory_used() > *limits_.memory_bytes) refuse_memory(limits_);
}

std::int64_t bytes_of(const std::vector<Cell>& row) {
  std::size_t bytes = row.size() * sizeof(Cell);
  for (const Cell& cell : row)
    if (const auto* text = std::get_if<std::string>(&cell)) bytes += text->size();
  return static_cast<std::int64_t>(bytes);
}

void refuse_beyond_limits(int status, const QueryLimits& limits) {
  if (status == SQLITE_INTERRUPT && limits.deadline)
    throw Error(Place{.file = "SQL"}, "the query takes longer than its time limit",
                "give it more time, or ask for less: one run, an experiment, a LIMIT");
  if (status == SQLITE_NOMEM && limits.memory_bytes) refuse_memory(limits);
}

}  // namespace warpledger
