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

/// Meaning of lines of one run that have the same kernel, parameters and launch.
enum class Repeats {
  points,  ///< separate points; all but the first get the parameter `repetition`, from 2
  samples  ///< samples of one point; a metric becomes the median of its values
};

/// A point of another tool, ready for the ledger. Ordinals are places in ImportRun::points.
struct ImportPoint {
  Job job;
  Result result;
};

/// Results of another tool on one device: a device line and the points that follow it.
struct ImportRun {
  std::size_t line = 0;  ///< of the device line, from 1
  std::string tool;
  Device device;
  std::string file;               ///< the tool's file, without folders; empty if unknown
  std::string file_modified_utc;  ///< as the line has it; empty if unknown
  std::string started_utc;        ///< likewise
  std::vector<ImportPoint> points;
  std::string sha256;  ///< of the lines, without `file` and `file_modified_utc`
};

struct ImportText {
  std::vector<ImportRun> runs;  ///< that have a point
  std::vector<Error> rejected;  ///< lines that are not in `runs`
};

/// Keys of each kind of object in an import, as schema/import.schema.json names the kinds.
extern const std::map<std::string_view, std::vector<std::string>> kImportKeys;

/// Reads JSON Lines as docs/exchange.md defines them. A line with an error is rejected alone; a device line with an
/// error takes its points along. `file` is for messages. Throws Error if the text has more than a million points.
ImportText read_import(const std::string& text, const std::string& file, Repeats repeats);

/// A moment such as 2026-11-01T03:00:00+01:00, called `key` in messages, as RunInfo::started_utc has it. Throws Error
/// for other text, and for a moment more than a day after now: clocks may differ.
std::string start_of_run(const std::string& key, const std::string& text);

}  // namespace warpledger
