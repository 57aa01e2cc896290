#include "store/sample_rows.h"

#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <new>
#include <span>
#include <vector>

#include "store/sql_functions.h"

namespace warpledger {
namespace sample_rows {  // SQLite's method names (open, close, column) clash with other files'
namespace {

enum Column { kSample, kTime, kClock, kTimes, kClocks };

constexpr char kDeclaration[] = "CREATE TABLE sample_rows(sample, time_ns, sm_clock_mhz, times HIDDEN, clocks HIDDEN)";

struct Cursor : sqlite3_vtab_cursor {
  std::vector<double> times, clocks;
  std::size_t place = 0;
};

Cursor& cursor_of(sqlite3_vtab_cursor* cursor) { return *static_cast<Cursor*>(cursor); }

int connect(sqlite3* database, void*, int, const char* const*, sqlite3_vtab** table, char**) {
  const int status = sqlite3_declare_vtab(database, kDeclaration);
  if (status != SQLITE_OK) return status;
  sqlite3_vtab_config(database, SQLITE_VTAB_INNOCUOUS);
  *table = new (std::nothrow) sqlite3_vtab{};
  return *table == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete table;
  return SQLITE_OK;
}

/// Both arguments must be known: makes SQLite try another join order until they are.
int best_index(sqlite3_vtab*, sqlite3_index_info* info) {
  int given = 0;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    if (constraint.iColumn < kTimes || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (constraint.usable == 0) return SQLITE_CONSTRAINT;
    info->aConstraintUsage[i].argvIndex = constraint.iColumn - kTimes + 1;
    info->aConstraintUsage[i].omit = 1;
    ++given;
  }
  constexpr int kArguments = 2;
  if (given != kArguments) return SQLITE_CONSTRAINT;
  info->estimatedCost = 100;
  info->estimatedRows = 100;
  return SQLITE_OK;
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
  *cursor = new (std::nothrow) Cursor{};
  return *cursor == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
  delete &cursor_of(cursor);
  return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* cursor, int, const char*, int, sqlite3_value** arguments) {
  Cursor& rows = cursor_of(cursor);
  rows.place = 0;
  try {
    rows.times = doubles_of(arguments[0]);
    rows.clocks = doubles_of(arguments[1]);
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

int next(sqlite3_vtab_cursor* cursor) {
  ++cursor_of(cursor).place;
  return SQLITE_OK;
}

int at_end(sqlite3_vtab_cursor* cursor) { return cursor_of(cursor).place >= cursor_of(cursor).times.size() ? 1 : 0; }

/// SQLite returns a NaN as NULL.
int column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int column) {
  const Cursor& rows = cursor_of(cursor);
  if (column == kSample) sqlite3_result_int64(context, static_cast<sqlite3_int64>(rows.place));
  if (column == kTime) sqlite3_result_double(context, rows.times[rows.place]);
  if (column == kClock && rows.place < rows.clocks.size()) sqlite3_result_double(context, rows.clocks[rows.place]);
  return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(cursor_of(cursor).place);
  return SQLITE_OK;
}

/// Without xCreate the table exists without CREATE VIRTUAL TABLE.
constexpr sqlite3_module kModule = [] {
  sqlite3_module module{};
  module.xConnect = connect;
  module.xBestIndex = best_index;
  module.xDisconnect = disconnect;
  module.xOpen = open;
  module.xClose = close;
  module.xFilter = filter;
  module.xNext = next;
  module.xEof = at_end;
  module.xColumn = column;
  module.xRowid = row_id;
  return module;
}();

}  // namespace
}  // namespace sample_rows

void register_sample_rows(sqlite3* database) {
  int status = sqlite3_create_module_v2(database, "sample_rows", &sample_rows::kModule, nullptr, nullptr);
  // SQLite declares the columns at first use, which read-only queries may not do.
  if (status == SQLITE_OK)
    status = sqlite3_exec(database, "SELECT 1 FROM sample_rows(NULL, NULL)", nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) throw SQLite::Exception(database, status);
}

}  // namespace warpledger
