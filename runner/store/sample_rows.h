#pragma once

struct sqlite3;

namespace warpledger {

/// Registers the table-valued function `sample_rows(times, clocks)`, with one row per double of the blob `times`:
///
///     sample        index, from 0
///     time_ns       double at that index of `times`; NULL for a NaN
///     sm_clock_mhz  double at that index of `clocks`; NULL for a NaN, a missing one, or if `clocks` is NULL
///
/// NULL times have no rows. Each blob is read once: a scalar function per row gets the whole blob every time and took
/// more than three minutes for 100,000 samples. Doubles are exact, unlike in a JSON array, whose last bit SQLite may
/// change.
///
/// Throws SQLite::Exception if registration fails.
void register_sample_rows(sqlite3* database);

}  // namespace warpledger
