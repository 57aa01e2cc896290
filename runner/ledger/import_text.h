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

/// Treatment of lines of a run with the same kernel, parameters and launch.
enum class Repeats {
  points,  ///< separate points; all but the first get the parameter `repetition`, from 2
  samples  ///< samples of one point; a metric becomes the median of its values
};

/// A point of another tool, ready for the ledger. Ordinals are indices in ImportRun::points.
struct ImportPoint {
  Job job;
  Result result;
};

/// Results of another tool on one device: a device line and the points after it.
struct ImportRun {
  std::size_t line = 0;  ///< of the device line, from 1
  std::string tool;
  Device device;
  std::string file;               ///< the tool's file, without folders; empty if unknown
  std::string file_modified_utc;  ///< as in the line; empty if unknown
  std::string started_utc;        ///< likewise
  std::vector<ImportPoint> points;
  std::string sha256;  ///< of the lines, without `file` and `file_modified_utc`
};

struct ImportText {
  std::vector<ImportRun> runs;  ///< runs with points
  std::vector<Error> rejected;  ///< lines not in `runs`
};

/// Keys of each kind of object in an import, named as in schema/import.schema.json.
extern const std::map<std::string_view, std::vector<std::string>> kImportKeys;

/// Reads JSON Lines as defined in docs/exchange.md. An incorrect line is rejected without affecting others; an
/// incorrect device line also rejects its points. `file` is for messages. Throws Error if the text has more than a
/// million points.
ImportText read_import(const std::string& text, const std::string& file, Repeats repeats);

/// Converts a moment such as 2026-11-01T03:00:00+01:00 to the format of RunInfo::started_utc; messages call it `key`.
/// Throws Error for other text, and for a moment more than a day in the future, since clocks may differ.
std::string start_of_run(const std::string& key, const std::string& text);

}  // namespace warpledger
