#include "ledger/foreign_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "base/sql_text.h"
#include "base/version.h"
#include "model/digest.h"
#include "store/merge.h"
#include "store/writer.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// The run of the same file that is in the ledger, unless it is forgotten: a wrong device can be mended.
std::string same_file(const ForeignResults& results) {
  return fmt::format(
      "SELECT uuid FROM main.run AS r WHERE json_extract(settings, '$.foreign.sha256') = {} AND coalesce((SELECT kind "
      "FROM main.note WHERE run = r.id AND kind IN ('forget', 'recall') ORDER BY written_utc DESC, id DESC LIMIT 1), "
      "'') <> 'forget'",
      quoted_text(results.sha256));
}

RunInfo foreign_run_info(const ForeignResults& results, const ForeignImport& request) {
  const std::string file = fs::path(request.file).filename().string();
  const std::string device = request.device.empty() ? results.device_name : request.device;
  const nlohmann::json settings = {{"foreign", {{"tool", results.tool}, {"file", file}, {"sha256", results.sha256}}}};
  RunInfo info;
  info.experiment = fmt::format("{}:{}", results.tool, fs::path(file).stem().string());
  info.experiment_text = fmt::format("# imported from {} of {}\n", file, results.tool);
  info.started_utc = results.started_utc;
  info.command_line = fmt::format("warpledger ledger import {}", file);
  info.tool_version = tool_version();
  info.planned_points = static_cast<std::int64_t>(results.points.size());
  info.settings_json = settings.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  info.device = {.id = device, .backend = results.backend, .uuid = fmt::format("foreign:{}", device), .name = device};
  return info;
}

/// Whether `number`, what `text` says, is all of it: doubles hold only some whole numbers beyond 2^53.
bool is_exact(double number, const std::string& text) {
  constexpr double kAllBelow = 0x1p53;
  const bool is_whole = text.find_first_not_of("-0123456789") == std::string::npos;
  return !is_whole || std::abs(number) < kAllBelow || fmt::format("{:.0f}", number) == text;
}

/// A number's quantity; of one that a double would round, such as a seed or an address, its digits as a word.
std::optional<Quantity> quantity_of(const std::string& name, const std::string& value) {
  const auto number = number_in(value);
  if (!number) return std::nullopt;
  if (is_exact(*number, value)) return Quantity{Quantity::Kind::parameter, name, *number};
  return Quantity{Quantity::Kind::parameter, name, 0, value};
}

Job foreign_job(const ForeignPoint& point, const ForeignResults& results, std::int64_t ordinal) {
  Job job;
  job.ordinal = ordinal;
  job.family = results.tool;
  job.kernel = point.name;
  job.instance = point.name;
  job.identity = point.name;
  for (const auto& [name, value] : point.parameters) {
    job.identity += fmt::format(" {}={}", name, value);
    if (auto quantity = quantity_of(name, value)) job.quantities.push_back(*std::move(quantity));
  }
  job.key = sha256(fmt::format("{}\n{}", results.tool, job.identity));
  const std::string text = fmt::format("// {} measured it; its source is not known\n", results.tool);
  job.program = {{"unknown.cu", text}, {}};
  job.reference.program = {{"unknown_reference.cu", text}, {}};
  return job;
}

Result foreign_result(const ForeignPoint& point, const ForeignResults& results, std::int64_t ordinal) {
  Result result{.ordinal = ordinal, .outcome = point.outcome, .reason = point.reason};
  result.metrics = point.metrics;
  if (point.times_ns.empty()) return result;
  result.timing = Timing{.samples = {}, .clock = results.clock, .stop_rule = "max_samples"};
  for (const double time_ns : point.times_ns) result.timing->samples.push_back({.time_ns = time_ns});
  return result;
}

std::string write_foreign_run(const std::string& ledger, const ForeignResults& results, const RunInfo& info,
                              const std::string& schema_folder) {
  std::vector<Job> jobs;
  std::vector<Result> ended;
  for (const ForeignPoint& point : results.points) {
    const auto ordinal = static_cast<std::int64_t>(jobs.size());
    jobs.push_back(foreign_job(point, results, ordinal));
    ended.push_back(foreign_result(point, results, ordinal));
  }
  LedgerWriter writer(ledger, schema_folder);
  std::string uuid = writer.begin_run(info);
  writer.record(jobs, ended);
  writer.end_run("finished", "");
  return uuid;
}

}  // namespace

ImportedRun import_foreign_results(const std::string& ledger, const ForeignImport& request,
                                   const std::string& schema_folder) {
  const ForeignResults results = read_foreign_results(request.file, request.format);
  // A ledger of its own, then a merge: the run enters in one transaction, checked as any other's.
  const TemporaryFolder folder;
  const std::string own = folder.path() / "import.db";
  ImportedRun imported{.uuid = write_foreign_run(own, results, foreign_run_info(results, request), schema_folder),
                       .tool = results.tool,
                       .points = results.points.size()};
  const Merged merged = merge_ledger(ledger, own, schema_folder, {.unless = same_file(results)});
  if (!merged.kept_out_by.empty())
    throw Error({.file = request.file}, fmt::format("was imported before, as run {}", merged.kept_out_by.substr(0, 8)),
                "`warpledger list runs` shows it; once it is forgotten (`warpledger ledger forget`), the file can be "
                "imported again");
  imported.timed_points =
      std::ranges::count_if(results.points, [](const auto& point) { return !point.times_ns.empty(); });
  return imported;
}

}  // namespace warpledger
