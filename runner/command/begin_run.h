#pragma once

#include <string>

#include "command/run_options.h"

namespace warpledger {

struct BegunRun {
  std::string uuid;
  int exit_code = 0;  ///< as record_run() gives it
};

/// Plans the experiment of `options`, runs all of its points into a new run of the ledger and shows its report.
BegunRun begin_run(const RunOptions& options);

}  // namespace warpledger
