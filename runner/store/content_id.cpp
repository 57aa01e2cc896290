#include "store/content_id.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <vector>

#include "model/digest.h"
#include "store/row_bytes.h"

namespace warpledger {
namespace {

std::string_view bytes_of(sqlite3_value* value) {
  const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
  return {bytes, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

void content_id_in_sql(sqlite3_context* context, int count, sqlite3_value** values) {
  std::vector<std::string_view> texts;
  for (sqlite3_value* value : std::span(values, static_cast<std::size_t>(count))) {
    if (sqlite3_value_type(value) == SQLITE_NULL) return;
    texts.push_back(bytes_of(value));
  }
  sqlite3_result_int64(context, content_id(texts));
}

void number_text_in_sql(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  if (sqlite3_value_type(*values) == SQLITE_NULL) return;
  const std::string text = number_text(sqlite3_value_double(*values));
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void add(sqlite3* database, const char* name, int argument_count,
         void (*function)(sqlite3_context*, int, sqlite3_value**)) {
  const int status = sqlite3_create_function_v2(database, name, argument_count, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                                nullptr, function, nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) throw SQLite::Exception(database, status);
}

}  // namespace

std::int64_t content_id(std::span<const std::string_view> texts) {
  return static_cast<std::int64_t>(digest64(texts) >> 1);
}

std::int64_t content_id(std::initializer_list<std::string_view> texts) {
  return content_id(std::span(texts.begin(), texts.size()));
}

std::int64_t short_content_id(std::initializer_list<std::string_view> texts) { return content_id(texts) >> 16; }

std::int64_t run_id(std::string_view uuid) { return content_id({uuid}) >> 22; }

std::int64_t point_id(std::int64_t run, std::int64_t ordinal) { return run * kMostPoints + ordinal; }

std::string number_text(double value) { return fmt::format("{}", value); }

void register_content_functions(sqlite3* database) {
  constexpr int kAnyNumber = -1;
  add(database, "content_id", kAnyNumber, content_id_in_sql);
  add(database, "number_text", 1, number_text_in_sql);
  register_row_functions(database);
}

}  // namespace warpledger
