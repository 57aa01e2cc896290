#pragma once

struct sqlite3;

namespace warpledger {

/// Registers the table-valued function `sample_rows(times, clocks)`, one row per double of the blob `times`:
///
///     sample        index, from 0
///     time_ns       double at that index of `times`; NULL for a NaN
///     sm_clock_mhz  double at that index of `clocks`; NULL for a NaN or if there is none
///
/// NULL times have no rows. A scalar function per row would get the whole blob each time: more than three minutes for
/// 100,000 samples. A JSON array would not keep doubles exact. Throws SQLite::Exception.
void register_sample_rows(sqlite3* database);

}  // namespace warpledger
