#include "ledger/import_results.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/sql_text.h"
#include "base/version.h"
#include "spec/utc_time.h"
#include "store/merge.h"
#include "store/run_recorder.h"
#include "store/writer.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStandardInput = "-";

std::string text_of(const std::string& file) {
  constexpr std::uintmax_t kMaxFile_bytes = std::uintmax_t{1} << 30;
  std::error_code error;
  const bool is_input = file == kStandardInput;
  const auto size = is_input ? 0 : fs::file_size(file, error);
  std::string text;
  if (is_input)
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  else if (error || size <= kMaxFile_bytes)
    text = read_file(file);
  if (std::max<std::uintmax_t>(size, text.size()) > kMaxFile_bytes && !error)
    throw Error({.file = file}, "it is larger than 1 GiB", "split it");
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    throw Error({.file = file}, "it is UTF-16 text", "write UTF-8; the converters in contrib/ read UTF-16");
  return text;
}

std::string start_of(const ImportRequest& request, const ImportRun& run) {
  if (!request.started_utc.empty()) return request.started_utc;
  const Place place{.file = request.file, .line = run.line};
  const bool is_modification = request.started_when_modified;
  std::string moment = is_modification ? run.file_modified_utc : run.started_utc;
  struct stat status {};
  if (is_modification && moment.empty() && request.file != kStandardInput && stat(request.file.c_str(), &status) == 0)
    moment = utc_text(status.st_mtime);
  if (is_modification && moment.empty())
    throw Error(place, "it does not say when the tool's file was modified",
                "give --started a moment, such as 2026-11-01T03:00:00Z");
  if (moment.empty()) return {};
  try {
    return start_of_run(is_modification ? "file_modified_utc" : "started_utc", moment);
  } catch (const Error& cause) {
    throw Error(place, cause.problem(), cause.hint());
  }
}

std::string experiment_of(const ImportRequest& request, const ImportRun& run) {
  if (!request.experiment.empty()) return request.experiment;
  std::string file = run.file;
  if (file.empty() && request.file != kStandardInput) file = fs::path(request.file).filename();
  return file.empty() ? run.tool : fmt::format("{}:{}", run.tool, fs::path(file).stem().string());
}

RunInfo info_of(const ImportRequest& request, const ImportRun& run) {
  const std::string file = fs::path(run.file.empty() ? request.file : run.file).filename();
  const nlohmann::json settings = {{"foreign", {{"tool", run.tool}, {"file", file}, {"sha256", run.sha256}}}};
  RunInfo info;
  info.experiment = experiment_of(request, run);
  info.experiment_text = fmt::format("# imported from {} of {}\n", file, run.tool);
  info.started_utc = start_of(request, run);
  info.command_line = fmt::format("warpledger ledger import {}", file);
  info.tool_version = tool_version();
  info.planned_points = static_cast<std::int64_t>(run.points.size());
  info.settings_json = settings.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  info.device = run.device;
  return info;
}

/// Equal results of two nights have different starts.
std::string same_content(const ImportRun& run, const std::string& started_utc) {
  return fmt::format(
      "SELECT uuid FROM main.run AS r WHERE json_extract(settings, '$.foreign.sha256') = {} AND {} IN ('', "
      "started_utc) "
      "AND coalesce((SELECT kind FROM main.note WHERE run = r.id AND kind IN ('forget', 'recall') "
      "ORDER BY written_utc DESC, id DESC LIMIT 1), '') <> 'forget'",
      quoted_text(run.sha256), quoted_text(started_utc));
}

std::string write_run(const std::string& ledger, const RunInfo& info, const std::vector<ImportPoint>& points,
                      const std::string& schema_folder) {
  std::vector<Job> jobs;
  std::vector<Result> results;
  for (const ImportPoint& point : points) {
    jobs.push_back(point.job);
    results.push_back(point.result);
  }
  return record_finished_run(LedgerWriter(ledger, schema_folder), info, jobs, results);
}

ImportedRun store(const std::string& ledger, const ImportRequest& request, const ImportRun& run,
                  const std::string& schema_folder) {
  // Merging adds the run in one transaction, checked like any other.
  const TemporaryFolder folder;
  const std::string own = folder.path() / "import.db";
  const RunInfo info = info_of(request, run);
  ImportedRun imported{.uuid = write_run(own, info, run.points, schema_folder),
                       .tool = run.tool,
                       .device = run.device.name,
                       .points = run.points.size()};
  const Merged merged = merge_ledger(ledger, own, schema_folder, {.unless = same_content(run, info.started_utc)});
  if (!merged.kept_out_by.empty())
    throw Error({.file = request.file, .line = run.line},
                fmt::format("was imported before, as run {}", merged.kept_out_by.substr(0, 8)),
                fmt::format("to import it again, forget that run: warpledger ledger forget {}",
                            merged.kept_out_by.substr(0, 8)));
  imported.timed_points =
      std::ranges::count_if(run.points, [](const ImportPoint& point) { return point.result.timing.has_value(); });
  return imported;
}

}  // namespace

Imported import_results(const std::string& ledger, const ImportRequest& request, const std::string& schema_folder) {
  ImportText text = read_import(text_of(request.file), request.file, request.repeats);
  Imported imported{.runs = {}, .rejected = std::move(text.rejected)};
  for (const ImportRun& run : text.runs) try {
      imported.runs.push_back(store(ledger, request, run, schema_folder));
    } catch (const Error& cause) {
      if (cause.where().file != request.file) throw;
      imported.rejected.push_back(cause);
    }
  if (!imported.runs.empty()) return imported;
  if (imported.rejected.empty())
    throw Error({.file = request.file}, "it has no results",
                "give the output of a converter in contrib/, or lines as docs/exchange.md defines them");
  throw Error(imported.rejected);
}

}  // namespace warpledger
