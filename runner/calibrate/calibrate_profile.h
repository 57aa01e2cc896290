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
  std::vector<std::string> runs;  ///< "latest" or the start of a UUID; empty: run the probes first
  std::string profile;            ///< profile in devices/ to start from; empty: the one named after the GPU
  std::string ledger = "results.db";
  std::size_t points = 12;      ///< max. points compared per run
  std::size_t candidates = 80;  ///< max. settings tried
  bool quiet = false;
};

/// Progress output of a calibration.
struct CalibrationProgress {
  const Console& console;
  std::function<void(const RunEnd&)> measured;  ///< called after each probe run
};

/// A profile whose parameters are fitted to the counters of runs.
struct CalibratedProfile {
  std::vector<ProfiledRun> runs;  ///< runs that it is fitted to
  std::string device;             ///< "host:h200"
  std::string name;               ///< "h200"
  Setting before, after;
  std::vector<MetricError> errors_before, errors_after;  ///< of the compared points
  std::string section;                                   ///< memory_model as JSON
  std::string text;                                      ///< the complete file
};

/// Fits a profile. Throws Error if there is no GPU to run the probes on, if a run was not on a GPU or has no counters,
/// or if a run does not match the profile.
CalibratedProfile calibrate_profile(const CalibrateOptions& options, const Paths& paths,
                                    const CalibrationProgress& progress);

/// Models all points of the runs with the fitted profile, records that in the ledger and returns the errors.
std::vector<MetricError> record_calibration(const CalibrateOptions& options, const Paths& paths,
                                            const CalibratedProfile& fitted);

}  // namespace warpledger
