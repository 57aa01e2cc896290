#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/device.h"
#include "model/job.h"

namespace warpledger {

/// SQL: the run is not the anchor's, which a campaign ends with and nobody means by the latest one. No function of
/// JSON, which ends a query at settings that are damaged.
inline constexpr const char* kIsNoAnchor = R"(settings NOT LIKE '%"is_anchor"%')";

/// What a run is, known before its first point.
struct RunInfo {
  std::string experiment;         ///< its name
  std::string experiment_text;    ///< the YAML file as it was
  std::vector<SourceFile> texts;  ///< every other text that the plan was made of; names are alike in every folder
  std::string report;             ///< the page that shows it; may be empty
  std::string started_utc;        ///< 2024-02-29T12:34:56.789Z, of results that were not made now; empty: now
  std::string ended_utc;          ///< likewise; empty: as started_utc
  std::string command_line;
  std::string tool_version;
  std::string submission;  ///< empty: the family's own kernels
  std::uint64_t seed = 1;
  std::int64_t planned_points = 0;
  std::string settings_json;  ///< what the command line changed, a JSON text; empty: nothing
  std::string campaign;       ///< UUID of the campaign that it is of; empty: none
  std::string shard;          ///< "2/8", of a campaign's run that is a part of the plan; empty: all of it
  Device device;
};

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
  std::string campaign;      ///< as in RunInfo
  std::string shard;         ///< as in RunInfo
  Device device;             ///< with the environment of the newest start
  std::string tool_version;  ///< of the newest start
  std::vector<RecordedPoint> recorded;
};

}  // namespace warpledger
