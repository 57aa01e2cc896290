#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/device.h"
#include "model/job.h"

namespace warpledger {

/// A point that a run has recorded.
struct RecordedPoint {
  std::int64_t ordinal = 0;
  std::string key;
  std::string identity;
  bool ok = false;
};

/// A run as the ledger has it: what its plan was made of, and how far it came.
struct StoredRun {
  std::string uuid;
  std::string outcome;     ///< "finished", "interrupted", "failed"; "open" when its process died
  std::string experiment;  ///< its name
  std::string experiment_text;
  std::vector<SourceFile> texts;  ///< RunInfo::texts; empty for a run that an older warpledger began
  std::string settings_json;
  std::int64_t planned_points = 0;
  Device device;             ///< with the environment of the newest start
  std::string tool_version;  ///< of the newest start
  std::vector<RecordedPoint> recorded;
};

}  // namespace warpledger
