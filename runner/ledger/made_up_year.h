#pragma once

#include <string>

namespace warpledger {

/// Writes a new ledger at `path` with a year of made-up results of two made-up GPUs: a run a week on each, eight points
/// a run, and what happens in a year: a driver that helps, a change of source that hurts until it is taken back, a fan
/// that stops for two weeks, and two submissions at the end. The same numbers each time, other UUIDs. Throws Error when
/// the file exists.
void write_made_up_year(const std::string& path, const std::string& schema_folder);

}  // namespace warpledger
