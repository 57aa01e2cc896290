#pragma once

#include <string>

namespace warpledger {

/// How much is made up.
struct MadeUpAmount {
  int years = 1;    ///< 1 to 10; the last one ends in November 2026
  int devices = 2;  ///< 1 to 6
};

/// Writes a new ledger at `path` with a year of made-up results of two made-up GPUs: a run a week on each, eight points
/// a run, and what happens in a year: a driver that helps, a change of source that hurts until it is taken back, a fan
/// that stops for two weeks, and two submissions at the end. Years before it are quiet but for one new driver; GPUs
/// after the second are where something is wrong at the end: C keeps lower clocks, D has a new driver that may hurt, E
/// is not measured any more, and F's newest results are wrong. The same numbers each time, other UUIDs. Throws Error
/// when the file exists.
void write_made_up_year(const std::string& path, const std::string& schema_folder, const MadeUpAmount& amount = {});

}  // namespace warpledger
