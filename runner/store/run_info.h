#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/device.h"
#include "model/job.h"

namespace warpledger {

/// SQL: not the anchor run that ends a campaign, which "latest" never means. JSON functions would fail on damaged
/// settings.
inline constexpr const char* kIsNoAnchor = R"(settings NOT LIKE '%"is_anchor"%')";

/// A run before its first point.
struct RunInfo {
  std::string experiment;
  std::string experiment_text;
  std::vector<SourceFile> texts;  ///< other texts that the plan was made of; names do not depend on the folder
  std::string report;             ///< the page that shows it; optional
  std::string started_utc;        ///< 2024-02-29T12:34:56.789Z for earlier results; empty: now
  std::string ended_utc;          ///< same format; empty: as started_utc
  std::string command_line;
  std::string tool_version;
  std::string submission;  ///< empty: the family's own kernels
  std::uint64_t seed = 1;
  std::int64_t planned_points = 0;
  std::string settings_json;  ///< changes made on the command line; empty: none
  std::string campaign;       ///< UUID; empty: none
  std::string shard;          ///< part of the plan, "2/8", in a campaign; empty: all of it
  Device device;
};

struct RecordedPoint {
  std::int64_t ordinal = 0;
  std::string key;
  std::string identity;
  bool ok = false;
};

struct StoredRun {
  std::string uuid;
  std::string outcome;  ///< "finished", "interrupted", "failed"; "open" if its process died
  std::string experiment;
  std::string experiment_text;
  std::vector<SourceFile> texts;  ///< empty for runs of older versions
  std::string settings_json;
  std::int64_t planned_points = 0;
  std::string campaign;
  std::string shard;
  Device device;             ///< environment of the newest start
  std::string tool_version;  ///< of the newest start
  std::vector<RecordedPoint> recorded;
};

}  // namespace warpledger
