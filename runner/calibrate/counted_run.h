#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "calibrate/model_error.h"
#include "calibrate/modelled_run.h"

namespace warpledger {

/// A stored run whose points a GPU has counted, and what it counted.
struct CountedRun {
  ModelledRun run;
  Measured measured;
};

/// Reads `run` ("latest", or how its UUID begins) of the ledger. Throws what plan_again() throws, and Error when it was
/// on the host or has no counted number.
CountedRun read_counted_run(const std::string& ledger, const std::string& run, const Paths& paths);

/// At most `most` of `jobs`, in their order: as if drawn, and the same ones whenever the jobs are the same.
std::vector<Job> sample_of(const std::vector<Job>& jobs, std::size_t most);

}  // namespace warpledger
