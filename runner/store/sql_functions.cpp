#include "store/sql_functions.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/samples.h"
#include "model/table.h"

namespace warpledger {
namespace {

using Arguments = std::span<sqlite3_value*>;

bool is_null(sqlite3_value* value) { return sqlite3_value_type(value) == SQLITE_NULL; }

std::string text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return text == nullptr ? std::string() : std::string(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

double number_of(sqlite3_value* value) {
  const int type = sqlite3_value_type(value);
  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) return sqlite3_value_double(value);
  throw Error("'" + text_of(value) + "' is not a number", "use a number or NULL");
}

/// The doubles of a blob, those that are NaN included.
std::vector<double> doubles_of(sqlite3_value* value) {
  if (sqlite3_value_type(value) != SQLITE_BLOB) throw Error("samples are a blob", "use timing.samples_ns");
  const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
  return from_blob({bytes, static_cast<std::size_t>(sqlite3_value_bytes(value))});
}

std::vector<double> samples_of(sqlite3_value* value) {
  auto samples = doubles_of(value);
  std::erase_if(samples, [](double sample) { return std::isnan(sample); });
  return samples;
}

/// The functions below leave the answer NULL by not setting it; so does a NaN.
void give(sqlite3_context* context, double value) { sqlite3_result_double(context, value); }

void give(sqlite3_context* context, const std::string& text) {
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void samples_count(sqlite3_context* context, Arguments arguments) {
  if (is_null(arguments[0])) return;
  sqlite3_result_int64(context, static_cast<sqlite3_int64>(samples_of(arguments[0]).size()));
}

void samples_min(sqlite3_context* context, Arguments arguments) {
  if (!is_null(arguments[0])) give(context, quantile(samples_of(arguments[0]), 0));
}

void samples_median(sqlite3_context* context, Arguments arguments) {
  if (!is_null(arguments[0])) give(context, median(samples_of(arguments[0])));
}

void samples_quantile(sqlite3_context* context, Arguments arguments) {
  if (is_null(arguments[0]) || is_null(arguments[1])) return;
  const double q = number_of(arguments[1]);
  if (!(q >= 0 && q <= 1)) throw Error("a quantile is between 0 and 1", "write 0.25 for the lower quartile");
  give(context, quantile(samples_of(arguments[0]), q));
}

void samples_json(sqlite3_context* context, Arguments arguments) {
  if (is_null(arguments[0])) return;
  std::string text = "[";
  for (const double sample : doubles_of(arguments[0])) {
    if (text.size() > 1) text += ',';
    text += std::isfinite(sample) ? fmt::format("{:.17g}", sample) : "null";
  }
  give(context, text + ']');
}

void sample_at(sqlite3_context* context, Arguments arguments) {
  if (is_null(arguments[0]) || is_null(arguments[1])) return;
  const std::vector<double> samples = doubles_of(arguments[0]);
  const double index = number_of(arguments[1]);
  if (index >= 0 && index < static_cast<double>(samples.size()))
    give(context, samples[static_cast<std::size_t>(index)]);
}

void num(sqlite3_context* context, Arguments arguments) {
  if (!is_null(arguments[1])) give(context, encode_number(text_of(arguments[0]), number_of(arguments[1])));
}

void bar(sqlite3_context* context, Arguments arguments) {
  if (arguments.size() % 2 != 0) throw Error("each character needs a fraction", "write bar('+', x, '-', y)");
  std::vector<BarPart> parts;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const std::string character = text_of(arguments[i]);
    if (character.size() != 1) throw Error("'" + character + "' is not one ASCII character", "write '+', '-' or '*'");
    if (!is_null(arguments[i + 1])) parts.push_back({character[0], number_of(arguments[i + 1])});
  }
  if (!parts.empty()) give(context, encode_bar(parts));
}

/// What SQLite calls: no exception may cross it.
template <void (*function)(sqlite3_context*, Arguments)>
void call(sqlite3_context* context, int count, sqlite3_value** values) {
  const auto* name = static_cast<const char*>(sqlite3_user_data(context));
  try {
    function(context, {values, static_cast<std::size_t>(count)});
  } catch (const Error& error) {
    const std::string text = std::string(name) + "(): " + error.problem() + "; " + error.hint();
    sqlite3_result_error(context, text.c_str(), -1);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

template <void (*function)(sqlite3_context*, Arguments)>
void add(sqlite3* database, const char* name, int argument_count) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const int status = sqlite3_create_function_v2(database, name, argument_count, kFlags, const_cast<char*>(name),
                                                call<function>, nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) throw SQLite::Exception(database, status);
}

}  // namespace

void register_sql_functions(sqlite3* database) {
  constexpr int kAnyNumber = -1;
  add<samples_count>(database, "samples_count", 1);
  add<samples_min>(database, "samples_min", 1);
  add<samples_median>(database, "samples_median", 1);
  add<samples_quantile>(database, "samples_quantile", 2);
  add<samples_json>(database, "samples_json", 1);
  add<sample_at>(database, "sample_at", 2);
  add<num>(database, "num", 2);
  add<bar>(database, "bar", kAnyNumber);
}

static_assert(std::endian::native == std::endian::little, "blobs are copied as they lie in memory");

std::string to_blob(std::span<const double> values) {
  std::string blob(values.size_bytes(), '\0');
  if (!values.empty()) std::memcpy(blob.data(), values.data(), values.size_bytes());
  return blob;
}

std::vector<double> from_blob(std::span<const char> blob) {
  std::vector<double> values(blob.size() / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), blob.data(), values.size() * sizeof(double));
  return values;
}

}  // namespace warpledger
