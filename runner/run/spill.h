#pragma once

#include <string>
#include <vector>

#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// A result that the ledger could not take.
struct SpilledResult {
  std::string key;  ///< of its job
  Result result;
};

/// Where such results of a run are kept, best place first: beside the ledger, else in the user's state folder.
std::vector<std::string> spill_files(const std::string& ledger, const std::string& run);

/// Adds a result to the first of `files` that can be written, and brings it to the disk; that file. Throws Error when
/// none can.
std::string spill(const std::vector<std::string>& files, const Job& job, const Result& result);

/// The results in a spill file, none when it is not there. A last line that was not written to its end is left out.
/// Throws Error at any other line that is no result.
std::vector<SpilledResult> read_spill(const std::string& file);

}  // namespace warpledger
