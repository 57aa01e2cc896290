#pragma once

struct sqlite3;

namespace warpledger {

/// Gives a connection the table-valued function `sample_rows(times, clocks)`: one row per double of the blob `times`.
///
///     sample        its place, from 0
///     time_ns       the double at that place of `times`; NULL for a NaN
///     sm_clock_mhz  that of `clocks`; NULL for a NaN, beyond its last one, and where `clocks` is NULL
///
/// NULL times have no rows. Each blob is read once: with a scalar function per row, which gets the whole blob each
/// time, 100,000 samples of a point took more than three minutes. Doubles arrive bit for bit, unlike those of a JSON
/// array, which SQLite reads to within the last bit.
///
/// Throws SQLite::Exception when SQLite refuses it.
void register_sample_rows(sqlite3* database);

}  // namespace warpledger
