#include "store/content_id.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <bit>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "model/digest.h"
#include "model/job.h"

namespace warpledger {
namespace {

using RowValues = std::span<sqlite3_value*>;

std::string_view content_of(sqlite3_value* value) {
  const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
  return {bytes, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

void content_id_in_sql(sqlite3_context* context, int count, sqlite3_value** values) {
  std::vector<std::string_view> texts;
  for (sqlite3_value* value : RowValues(values, static_cast<std::size_t>(count))) {
    if (sqlite3_value_type(value) == SQLITE_NULL) return;
    texts.push_back(content_of(value));
  }
  sqlite3_result_int64(context, content_id(texts));
}

void number_text_in_sql(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  if (sqlite3_value_type(*values) == SQLITE_NULL) return;
  const bool is_text = sqlite3_value_type(*values) == SQLITE_TEXT;
  const std::string text = is_text ? std::string(content_of(*values)) : number_text(sqlite3_value_double(*values));
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void add_values(RowBytes& bytes, RowValues values) {
  for (sqlite3_value* value : values) switch (sqlite3_value_type(value)) {
      case SQLITE_INTEGER:
        bytes.add(static_cast<std::int64_t>(sqlite3_value_int64(value)));
        break;
      case SQLITE_FLOAT:
        bytes.add(sqlite3_value_double(value));
        break;
      case SQLITE_NULL:
        bytes.add(nullptr);
        break;
      default:
        bytes.add(content_of(value));
    }
}

void answer_blob(sqlite3_context* context, std::string_view bytes) {
  sqlite3_result_blob64(context, bytes.data(), bytes.size(), SQLITE_TRANSIENT);
}

void bytes_of_row_in_sql(sqlite3_context* context, int count, sqlite3_value** values) {
  RowBytes bytes;
  add_values(bytes, {values, static_cast<std::size_t>(count)});
  answer_blob(context, bytes.bytes());
}

void sha256_in_sql(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  const std::string digest = sha256(content_of(*values));
  sqlite3_result_text64(context, digest.data(), digest.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// SQLite provides zeroed memory at the first row and calls the final step once.
template <typename Gathered>
Gathered& gathered(sqlite3_context* context) {
  auto** kept = static_cast<Gathered**>(sqlite3_aggregate_context(context, sizeof(Gathered*)));
  if (*kept == nullptr) *kept = new Gathered;
  return **kept;
}

template <typename Gathered>
std::unique_ptr<Gathered> taken(sqlite3_context* context) {
  auto** kept = static_cast<Gathered**>(sqlite3_aggregate_context(context, 0));
  return kept == nullptr || *kept == nullptr ? std::make_unique<Gathered>() : std::unique_ptr<Gathered>(*kept);
}

void add_row(sqlite3_context* context, int count, sqlite3_value** values) {
  add_values(gathered<RowBytes>(context), {values, static_cast<std::size_t>(count)});
}

void end_rows(sqlite3_context* context) { answer_blob(context, taken<RowBytes>(context)->bytes()); }

void add_file(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  auto& program = gathered<std::vector<SourceFile>>(context);
  program.push_back({std::string(content_of(values[0])), std::string(content_of(values[1]))});
}

void end_files(sqlite3_context* context) {
  const auto files = taken<std::vector<SourceFile>>(context);
  if (files->empty()) return;
  const std::string digest = digest_of(Program{files->front(), {files->begin() + 1, files->end()}});
  sqlite3_result_text64(context, digest.data(), digest.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

struct SqlFunction {
  const char* name;
  int argument_count;
  void (*scalar)(sqlite3_context*, int, sqlite3_value**);
  void (*step)(sqlite3_context*, int, sqlite3_value**);
  void (*end)(sqlite3_context*);
};

constexpr int kAnyCount = -1;
constexpr SqlFunction kFunctions[] = {
    {"content_id", kAnyCount, content_id_in_sql, nullptr, nullptr},
    {"number_text", 1, number_text_in_sql, nullptr, nullptr},
    {"bytes_of_row", kAnyCount, bytes_of_row_in_sql, nullptr, nullptr},
    {"bytes_of_rows", kAnyCount, nullptr, add_row, end_rows},
    {"sha256_of", 1, sha256_in_sql, nullptr, nullptr},
    {"digest_of_program", 2, nullptr, add_file, end_files},
};

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

void RowBytes::add(std::int64_t value) { add_word('i', std::bit_cast<std::uint64_t>(value)); }

void RowBytes::add(double value) {
  if (std::isnan(value)) return add(nullptr);
  add_word('r', std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value));
}

void RowBytes::add(std::string_view text) {
  add_word('t', text.size());
  bytes_ += text;
}

void RowBytes::add(std::nullptr_t) { bytes_ += 'n'; }

void RowBytes::add_word(char type, std::uint64_t word) {
  char bytes[1 + sizeof word] = {type};
  for (std::size_t i = 0; i < sizeof word; ++i) bytes[1 + i] = static_cast<char>(word >> (8 * i));
  bytes_.append(bytes, sizeof bytes);
}

void register_content_functions(sqlite3* database) {
  for (const SqlFunction& function : kFunctions) {
    const int status =
        sqlite3_create_function_v2(database, function.name, function.argument_count, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                   nullptr, function.scalar, function.step, function.end, nullptr);
    if (status != SQLITE_OK) throw SQLite::Exception(database, status);
  }
}

}  // namespace warpledger
