#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "calibrate/calibration.h"
#include "calibrate/modelled_run.h"
#include "run/record_run.h"
#include "spec/library.h"

namespace warpledger {

struct CalibrateOptions {
  std::vector<std::string> runs;  ///< "latest" or start of a UUID; empty: run the probes
  std::string profile;            ///< to start from; empty: the one named after the GPU
  std::string ledger = "results.db";
  std::size_t points = 12;      ///< max. per run
  std::size_t candidates = 80;  ///< max. number
  bool quiet = false;
};

struct CalibrationProgress {
  const Console& console;
  std::function<void(const RunEnd&)> measured;  ///< after each probe run
};

struct CalibratedProfile {
  std::vector<ProfiledRun> runs;  ///< fitted to these
  std::string device;             ///< "host:h200"
  std::string name;               ///< "h200"
  Setting before, after;
  std::vector<MetricError> errors_before, errors_after;
  std::string section;  ///< memory_model as JSON
  std::string text;     ///< the complete file
};

/// Throws Error if there is no GPU for the probes, or if a run has no GPU counters or does not match the profile.
CalibratedProfile calibrate_profile(const CalibrateOptions& options, const Paths& paths,
                                    const CalibrationProgress& progress);

/// Models all points of the runs, records that in the ledger and returns the errors.
std::vector<MetricError> record_calibration(const CalibrateOptions& options, const Paths& paths,
                                            const CalibratedProfile& fitted);

}  // namespace warpledger
