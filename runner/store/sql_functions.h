#pragma once

#include <span>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_value;

namespace warpledger {

/// Registers the SQL functions of views and pages. They return NULL for NULL.
///
///     samples_count(blob)        number of samples; NaN is ignored, here and below
///     samples_min(blob)          minimum; NULL without samples
///     samples_median(blob)       median; NULL without samples
///     samples_quantile(blob, q)  q-quantile, 0 <= q <= 1; NULL without samples
///     num(format, value)         number cell of model/table.h: num('%.1f', time_us)
///     bar(char, fraction, ...)   bar cell: bar('+', f, '-', g); a NULL fraction omits its character
///
/// Aggregates of the non-NULL numbers; NULL if there are too few:
///
///     median(x), quantile(x, q)  as for samples; q of the last row is used
///     stddev(x)                  sample standard deviation (n - 1), from 2 numbers
///     corr(x, y)                 Pearson correlation of rows with both, from 2 rows; NULL if either is constant
///     geomean(x)                 geometric mean; an error if a number is not positive
///
/// Throws SQLite::Exception if registration fails.
void register_sql_functions(sqlite3* database);

/// Encodes doubles as the ledger stores them: eight bytes each, little-endian, bit for bit (NaN payloads included).
std::string to_blob(std::span<const double> values);

/// Decodes a blob. An incomplete double at the end is ignored; the schema allows none.
std::vector<double> from_blob(std::span<const char> blob);

/// Decodes an SQL value, NaNs included; empty if it is not a blob.
std::vector<double> doubles_of(sqlite3_value* value);

}  // namespace warpledger
