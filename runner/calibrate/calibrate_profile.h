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

/// Which profile to fit, and to what.
struct CalibrateOptions {
  std::vector<std::string> runs;  ///< on a GPU: "latest", or how a UUID begins; empty: the probes run first
  std::string profile;            ///< of devices/, to begin with; empty: the one of the GPU's name
  std::string ledger = "results.db";
  std::size_t points = 12;      ///< of each run that are compared for a candidate
  std::size_t candidates = 80;  ///< settings that are tried at most
  bool quiet = false;
};

/// How a calibration tells how it is going.
struct CalibrationProgress {
  const Console& console;
  std::function<void(const RunEnd&)> measured;  ///< a probe's run has ended
};

/// A profile whose parameters fit the counters of some runs.
struct CalibratedProfile {
  std::vector<ProfiledRun> runs;  ///< what it was fitted to
  std::string device;             ///< "host:h200"
  std::string name;               ///< "h200"
  Setting before, after;
  std::vector<MetricError> errors_before, errors_after;  ///< of the points that were compared
  std::string section;                                   ///< memory_model, as JSON
  std::string text;                                      ///< of the whole file
};

/// Fits a profile. Throws Error when there is no GPU to run the probes on, when a run is not one of a GPU with its
/// counters, or when it does not fit the profile.
CalibratedProfile calibrate_profile(const CalibrateOptions& options, const Paths& paths,
                                    const CalibrationProgress& progress);

/// Models all points of the runs with the fitted profile, adds that to the ledger, and gives how far it is off.
std::vector<MetricError> record_calibration(const CalibrateOptions& options, const Paths& paths,
                                            const CalibratedProfile& fitted);

}  // namespace warpledger
