#pragma once

#include <string>
#include <vector>

#include "store/reader.h"

namespace warpledger {

/// A table that any program can read: plain names, one fact a row.
struct ExportedTable {
  std::string name;
  std::string sql;  ///< over the ledger's views
};

inline constexpr const char* kAllRuns = "all";

/// The UUIDs of the runs that are meant, oldest first. `run` is kAllRuns, "latest" or how one's UUID begins; empty is
/// the latest, or all of an experiment that is named. Forgotten ones are left out, unless named. Throws Error when
/// there is none.
std::vector<std::string> runs_to_export(LedgerReader& ledger, const std::string& run, const std::string& experiment);

/// What `runs`, by their UUIDs, become, in the order of their plans:
///
///     runs       a row a run: experiment, device, when, outcome
///     points     a row a point: its parameters and what was measured, each column that has a value
///     samples    a row a sample: time_ns, sm_clock_mhz
///     metrics    a row a metric of a point, with unit, source, and why one has no value
///     estimates  a row a modelled number, apart from what was measured, with its bounds
///     sources    a row a source file
///
/// `run` and `ordinal` name a point in each of them; sources and runs have run_uuid.
std::vector<ExportedTable> exported_tables(const LedgerReader& ledger, const std::vector<std::string>& runs);

}  // namespace warpledger
