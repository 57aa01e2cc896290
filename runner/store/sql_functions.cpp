#include "store/sql_functions.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
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

std::vector<double> samples_of(sqlite3_value* value) {
  if (sqlite3_value_type(value) != SQLITE_BLOB) throw Error("samples are a blob", "use timing.samples_ns");
  auto samples = doubles_of(value);
  std::erase_if(samples, [](double sample) { return std::isnan(sample); });
  return samples;
}

/// SQLite turns a NaN into NULL.
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

/// Allocates from SQLite, so that its memory limit applies.
template <typename T>
struct SqliteAllocator {
  using value_type = T;
  SqliteAllocator() = default;
  template <typename U>
  explicit SqliteAllocator(const SqliteAllocator<U>&) {}
  T* allocate(std::size_t count) {
    void* memory = sqlite3_malloc64(count * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) { sqlite3_free(memory); }
  bool operator==(const SqliteAllocator&) const = default;
};

struct Seen {
  std::vector<double, SqliteAllocator<double>> x, y;
  std::optional<double> q;
};

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Sum of (x - mean of x) (y - mean of y).
double co_moment(std::span<const double> x, std::span<const double> y) {
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - mean_x) * (y[i] - mean_y);
  return sum;
}

void median_of(sqlite3_context* context, const Seen& seen) { give(context, median(seen.x)); }

void quantile_of(sqlite3_context* context, const Seen& seen) {
  if (!seen.q) return;
  if (!(*seen.q >= 0 && *seen.q <= 1))
    throw Error("a quantile is between 0 and 1", "write 0.25 for the lower quartile");
  give(context, quantile(seen.x, *seen.q));
}

void stddev_of(sqlite3_context* context, const Seen& seen) {
  if (seen.x.size() >= 2) give(context, std::sqrt(co_moment(seen.x, seen.x) / static_cast<double>(seen.x.size() - 1)));
}

/// A mean is rounded, so a constant such as 0.1 would seem to vary.
bool is_constant(std::span<const double> values) {
  return std::ranges::adjacent_find(values, std::not_equal_to<>()) == values.end();
}

void corr_of(sqlite3_context* context, const Seen& seen) {
  if (is_constant(seen.x) || is_constant(seen.y)) return;
  const double spread = std::sqrt(co_moment(seen.x, seen.x)) * std::sqrt(co_moment(seen.y, seen.y));
  if (spread > 0) give(context, co_moment(seen.x, seen.y) / spread);
}

void geomean_of(sqlite3_context* context, const Seen& seen) {
  if (seen.x.empty()) return;
  double sum = 0;
  for (const double value : seen.x) {
    if (!(value > 0)) throw Error(fmt::format("{} is not above 0", value), "leave such rows out (WHERE)");
    sum += std::log(value);
  }
  give(context, std::exp(sum / static_cast<double>(seen.x.size())));
}

enum class Second { none, number, q };

/// Ignores the row if a number is NULL.
template <Second second>
void see(Seen& seen, Arguments arguments) {
  if (second == Second::q && !is_null(arguments[1])) seen.q = number_of(arguments[1]);
  if (is_null(arguments[0]) || (second == Second::number && is_null(arguments[1]))) return;
  const double x = number_of(arguments[0]);
  if (second == Second::number) seen.y.push_back(number_of(arguments[1]));
  seen.x.push_back(x);
}

/// No exception may reach SQLite.
template <typename Function>
void guarded(sqlite3_context* context, Function&& function) {
  const auto* name = static_cast<const char*>(sqlite3_user_data(context));
  try {
    function();
  } catch (const Error& error) {
    const std::string text = std::string(name) + "(): " + error.problem() + "; " + error.hint();
    sqlite3_result_error(context, text.c_str(), -1);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

template <Second second>
void step(sqlite3_context* context, int count, sqlite3_value** values) {
  guarded(context, [&] {
    auto** const seen = static_cast<Seen**>(sqlite3_aggregate_context(context, sizeof(Seen*)));
    if (seen == nullptr) throw std::bad_alloc();
    if (*seen == nullptr) *seen = new Seen;
    see<second>(**seen, {values, static_cast<std::size_t>(count)});
  });
}

template <void (*function)(sqlite3_context*, const Seen&)>
void finish(sqlite3_context* context) {
  auto** const kept = static_cast<Seen**>(sqlite3_aggregate_context(context, 0));
  const std::unique_ptr<const Seen> seen(kept == nullptr ? nullptr : *kept);
  if (seen) guarded(context, [&] { function(context, *seen); });
}

template <void (*function)(sqlite3_context*, Arguments)>
void call(sqlite3_context* context, int count, sqlite3_value** values) {
  guarded(context, [&] { function(context, {values, static_cast<std::size_t>(count)}); });
}

template <void (*function)(sqlite3_context*, Arguments)>
void add(sqlite3* database, const char* name, int argument_count) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const int status = sqlite3_create_function_v2(database, name, argument_count, kFlags, const_cast<char*>(name),
                                                call<function>, nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) throw SQLite::Exception(database, status);
}

template <void (*function)(sqlite3_context*, const Seen&), Second second = Second::none>
void add_aggregate(sqlite3* database, const char* name) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const int status =
      sqlite3_create_function_v2(database, name, second == Second::none ? 1 : 2, kFlags, const_cast<char*>(name),
                                 nullptr, step<second>, finish<function>, nullptr);
  if (status != SQLITE_OK) throw SQLite::Exception(database, status);
}

}  // namespace

void register_sql_functions(sqlite3* database) {
  constexpr int kAnyNumber = -1;
  add<samples_count>(database, "samples_count", 1);
  add<samples_min>(database, "samples_min", 1);
  add<samples_median>(database, "samples_median", 1);
  add<samples_quantile>(database, "samples_quantile", 2);
  add<num>(database, "num", 2);
  add<bar>(database, "bar", kAnyNumber);
  add_aggregate<median_of>(database, "median");
  add_aggregate<quantile_of, Second::q>(database, "quantile");
  add_aggregate<stddev_of>(database, "stddev");
  add_aggregate<corr_of, Second::number>(database, "corr");
  add_aggregate<geomean_of>(database, "geomean");
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

std::vector<double> doubles_of(sqlite3_value* value) {
  if (sqlite3_value_type(value) != SQLITE_BLOB) return {};
  const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
  return from_blob({bytes, static_cast<std::size_t>(sqlite3_value_bytes(value))});
}

}  // namespace warpledger
