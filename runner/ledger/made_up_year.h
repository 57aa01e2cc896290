#pragma once

#include <string>

namespace warpledger {

struct MadeUpAmount {
  int years = 1;    ///< 1 to 10; the last one ends in November 2026
  int devices = 2;  ///< 1 to 6
};

/// Writes a new ledger of made-up runs, one per week and GPU, eight points each. The last year has a driver that helps,
/// a source change that hurts until it is reverted, a fan that stops for two weeks, and two submissions at the end.
/// Earlier years have only one new driver. At the end, GPU C has lower clocks, D a new driver that may hurt, E no more
/// runs, and F incorrect results. Only UUIDs differ between ledgers. Throws Error if the file exists.
void write_made_up_year(const std::string& path, const std::string& schema_folder, const MadeUpAmount& amount = {});

}  // namespace warpledger
