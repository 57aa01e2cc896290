#include "store/impossible_samples.h"

#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <cstddef>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "model/samples.h"
#include "store/sql_functions.h"

namespace warpledger {
namespace {

void impossible_sample_in_sql(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  try {
    const std::string found = impossible_sample(doubles_of(values[0]), doubles_of(values[1]));
    if (!found.empty()) sqlite3_result_text64(context, found.data(), found.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

}  // namespace

void register_impossible_sample(sqlite3* database) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const int status = sqlite3_create_function_v2(database, "impossible_sample", 2, kFlags, nullptr,
                                                impossible_sample_in_sql, nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) throw SQLite::Exception(database, status);
}

}  // namespace warpledger
