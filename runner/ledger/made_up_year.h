#pragma once

#include <string>

namespace warpledger {

/// Size of a made-up ledger.
struct MadeUpAmount {
  int years = 1;    ///< 1 to 10; the last one ends in November 2026
  int devices = 2;  ///< 1 to 6
};

/// Writes a new ledger with made-up results: each GPU has a run per week with eight points. The last year has a driver
/// that helps, a source change that slows a kernel until it is reverted, a fan that stops for two weeks, and two
/// submissions at the end. Earlier years have only one new driver. GPUs after the second have a problem at the end: C
/// has lower clocks, D a new driver that may hurt, E is no longer measured, and F's newest results are incorrect.
/// Numbers are the same each time, UUIDs differ. Throws Error if the file exists.
void write_made_up_year(const std::string& path, const std::string& schema_folder, const MadeUpAmount& amount = {});

}  // namespace warpledger
