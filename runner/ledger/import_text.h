#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/device.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Lines of a run with the same kernel, parameters and launch.
enum class Repeats {
  points,  ///< separate points with the parameter `repetition`, from 2
  samples  ///< samples of one point, with the medians of its metrics
};

/// Ordinals are indices in ImportRun::points.
struct ImportPoint {
  Job job;
  Result result;
};

/// A device line and the points after it.
struct ImportRun {
  std::size_t line = 0;  ///< of the device line, from 1
  std::string tool;
  Device device;
  std::string file;               ///< without folders; empty if unknown
  std::string file_modified_utc;  ///< empty if unknown
  std::string started_utc;        ///< empty if unknown
  std::vector<ImportPoint> points;
  std::string sha256;  ///< of the lines, without `file` and `file_modified_utc`
};

struct ImportText {
  std::vector<ImportRun> runs;
  std::vector<Error> rejected;
};

/// Keys by kind of object, as in schema/import.schema.json.
extern const std::map<std::string_view, std::vector<std::string>> kImportKeys;

/// Reads the JSON Lines of docs/exchange.md. Rejects incorrect lines; an incorrect device line includes its points.
/// `file` is for messages. Throws Error for more than a million points.
ImportText read_import(const std::string& text, const std::string& file, Repeats repeats);

/// Converts 2026-11-01T03:00:00+01:00 to the format of RunInfo::started_utc; messages call it `key`. Throws Error for
/// other text, and for moments more than a day in the future.
std::string start_of_run(const std::string& key, const std::string& text);

}  // namespace warpledger
