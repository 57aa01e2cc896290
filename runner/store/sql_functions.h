#pragma once

#include <span>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_value;

namespace warpledger {

/// Gives a connection the SQL functions that views and pages use. NULL in, NULL out.
///
///     samples_count(blob)        how many samples there are; a NaN does not count, here and below
///     samples_min(blob)          the least; NULL when there is none
///     samples_median(blob)       the median; NULL when there is none
///     samples_quantile(blob, q)  the q-quantile, 0 <= q <= 1; NULL when there is none
///     num(format, value)         a number cell of model/table.h: num('%.1f', time_us)
///     bar(char, fraction, ...)   a bar cell: bar('+', f, '-', g); a NULL fraction leaves its character out
///
/// Aggregates, over the numbers that are not NULL; NULL where there are too few:
///
///     median(x), quantile(x, q)  as of samples; q of the last row counts
///     stddev(x)                  the standard deviation of a sample (n - 1), from 2 numbers on
///     corr(x, y)                 Pearson's correlation of the rows that have both, from 2 on; NULL where one of them
///                                is constant
///     geomean(x)                 the geometric mean; an error where a number is not above 0
///
/// Throws SQLite::Exception when SQLite refuses one.
void register_sql_functions(sqlite3* database);

/// Doubles as the ledger keeps them: eight bytes each, little-endian, in order, bit for bit (NaN payloads included).
std::string to_blob(std::span<const double> values);

/// The doubles of a blob. Bytes after the last whole double are not read; the schema allows none.
std::vector<double> from_blob(std::span<const char> blob);

/// The doubles of a value of SQL, NaN included; none if it is not a blob.
std::vector<double> doubles_of(sqlite3_value* value);

}  // namespace warpledger
