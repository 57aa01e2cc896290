#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/shell_command.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/benchmark_files.h"
#include "ledger/foreign_import.h"
#include "ledger/ledger_reader.h"
#include "ledger/table_files.h"
#include "spec/library.h"
#include "store/export.h"
#include "store/ledger_check.h"
#include "store/merge.h"

namespace warpledger {
namespace {

struct ExportArguments {
  std::string run;
  std::string experiment;
  std::vector<std::string> without;                                    ///< submissions
  std::variant<std::monostate, ExportFormat, BenchmarkFormat> format;  ///< none: a ledger
  std::string output;
  std::string ledger = "results.db";
};

int export_tables(const ExportArguments& options) {
  const Library library(find_paths().roots);
  LedgerReader ledger = open_ledger(options.ledger, library);
  const std::vector<std::string> runs = runs_to_export(ledger, options.run, options.experiment);
  if (const auto* const format = std::get_if<BenchmarkFormat>(&options.format))
    write_benchmarks(ledger, runs, *format, options.output);
  else
    write_tables(ledger, exported_tables(ledger, runs), std::get<ExportFormat>(options.format), options.output);
  std::cout << fmt::format("{} run{} in {}\n", runs.size(), runs.size() == 1 ? " is" : "s are", options.output);
  return kAllOk;
}

/// Whoever asks to be deleted must know what is left.
int export_others(const ExportArguments& options) {
  const LeftOut left_out =
      export_without(options.ledger, options.without, options.output, schema_folder(find_paths().roots));
  print_text(
      fmt::format("{} runs are in {}; {} are left out\n", left_out.runs_kept, options.output, left_out.runs_left_out));
  for (const std::string& place : left_out.still_named)
    print_text(fmt::format("still named by rows of others: {}\n", place));
  return left_out.still_named.empty() ? kAllOk : kSomePointFailed;
}

int export_to_file(const ExportArguments& options) {
  if (!options.without.empty()) return export_others(options);
  if (options.format.index() > 0) return export_tables(options);
  if (options.run == kAllRuns || !options.experiment.empty())
    throw Error("a ledger is exported run by run", "name a run, or another --format: sqlite, csv, parquet, json");
  const std::string schema = schema_folder(find_paths().roots);
  const std::string run = options.run.empty() ? "latest" : options.run;
  const std::string uuid = export_run(options.ledger, run, options.output, schema);
  std::cout << fmt::format("run {} is in {}; import it with `warpledger ledger merge {}`\n", uuid.substr(0, 8),
                           options.output, shell_word(options.output));
  return kAllOk;
}

int import_file(const ForeignImport& request, const std::string& ledger) {
  const ImportedRun run = import_foreign_results(ledger, request, schema_folder(find_paths().roots));
  std::cout << fmt::format("{} points of {}, {} with samples, are in {} as run {}\n", run.points, run.tool,
                           run.timed_points, ledger, run.uuid.substr(0, 8));
  return kAllOk;
}

constexpr const char* kNotes = "notes";
constexpr const char* kAdjustments = "adjustments";

struct MergeArguments {
  std::vector<std::string> from;
  std::vector<std::string> take;
  std::string ledger = "results.db";
};

void refuse_conflicts(const Merged& merged, const std::string& from) {
  if (merged.conflict_count == 0) return;
  std::string rows;
  for (const std::string& conflict : merged.conflicts) rows += "\n  " + conflict;
  throw Error({.file = from},
              fmt::format("{} row{} in both ledgers differ:{}", merged.conflict_count,
                          merged.conflict_count == 1 ? "" : "s", rows),
              "nothing from this ledger was merged. Two copies of a run were resumed or modelled separately: keep both "
              "ledgers, or merge the copy that counts");
}

/// Says of each note and adjustment that is not of the ledger's own runs what became of it.
void tell_of_said(const Merged& merged, const std::string& from) {
  for (const std::string& text : merged.taken) std::cout << fmt::format("{}: taken: {}\n", from, text);
  for (const std::string& text : merged.left_out) std::cout << fmt::format("{}: left out: {}\n", from, text);
  if (!merged.left_out.empty())
    std::cout << "what is left out is about grades, moments or runs that the file does not hold; --take "
                 "notes,adjustments takes it in\n";
}

MergeTake take_of(const MergeArguments& options) {
  const auto is_asked = [&](const char* what) { return std::ranges::count(options.take, what) > 0; };
  return {.notes = is_asked(kNotes), .adjustments = is_asked(kAdjustments)};
}

int merge(const MergeArguments& options) {
  const std::string schema = schema_folder(find_paths().roots);
  constexpr const char* kAlreadyThere = "already there";
  Table table{{"ledger", "runs added", kAlreadyThere, "points added", kAlreadyThere, "notes added", kAlreadyThere,
               "adjustments added", kAlreadyThere},
              {}};
  std::vector<Merged> said;
  for (const std::string& from : options.from) {
    const Merged merged = merge_ledger(options.ledger, from, schema, take_of(options));
    if (merged.conflict_count > 0 && !table.rows.empty()) print_table(table);
    refuse_conflicts(merged, from);
    table.rows.push_back({from, merged.runs.added, merged.runs.already_there, merged.points.added,
                          merged.points.already_there, merged.notes.added, merged.notes.already_there,
                          merged.adjustments.added, merged.adjustments.already_there});
    said.push_back(merged);
  }
  print_table(table);
  for (std::size_t i = 0; i < said.size(); ++i) tell_of_said(said[i], options.from[i]);
  return kAllOk;
}

int verify(const std::string& ledger) {
  Table table{{"verified", "rows", "wrong", "which"}, {}};
  bool is_whole = true;
  for (const Verified& one : verify_ledger(ledger, schema_folder(find_paths().roots))) {
    is_whole = is_whole && one.problem_count == 0;
    table.rows.push_back({one.what, one.rows, one.problem_count, one.problems.empty() ? "" : one.problems.front()});
    for (std::size_t i = 1; i < one.problems.size(); ++i)
      table.rows.push_back({std::monostate{}, std::monostate{}, std::monostate{}, one.problems[i]});
  }
  print_table(table);
  return is_whole ? kAllOk : kSomePointFailed;
}

}  // namespace

void add_ledger_export(Arguments& arguments) {
  auto options = std::make_shared<ExportArguments>();
  const CommandArgument run = arguments.text(
      "run", options->run, "latest (the default), the start of a run's UUID, or all; a ledger holds one run");
  const CommandArgument experiment =
      arguments.text("--experiment", options->experiment, "all runs of that experiment").value_name("NAME");
  const CommandArgument format = arguments.choice(
      "--format", options->format,
      {{"ledger", std::monostate{}},
       {"sqlite", ExportFormat::sqlite},
       {"csv", ExportFormat::csv},
       {"parquet", ExportFormat::parquet},
       {"json", ExportFormat::json},
       {"t4", BenchmarkFormat::t4},
       {"bmf", BenchmarkFormat::bmf},
       {"google-benchmark", BenchmarkFormat::google_benchmark}},
      "ledger: to merge elsewhere; sqlite, csv and parquet (folders), json: tables for other programs; t4 "
      "(Kernel Tuner), bmf (Bencher), google-benchmark: one run for those tools");
  arguments
      .list("--without", options->without,
            "the whole ledger, but for all that is of these submissions alone: for a student who asks to be deleted")
      .value_name("NAME")
      .excludes(run)
      .excludes(experiment)
      .excludes(format);
  arguments.text("-o,--output", options->output, "the new file or folder").value_name("FILE").required();
  declare_ledger(arguments, options->ledger);
  arguments.run([options] { return export_to_file(*options); });
}

void add_ledger_import(Arguments& arguments) {
  auto request = std::make_shared<ForeignImport>();
  auto ledger = std::make_shared<std::string>("results.db");
  arguments.text("file", request->file, "what another tool wrote").required();
  arguments.choice("--format", request->format,
                   {{"auto", std::nullopt},
                    {"nvbench", ForeignFormat::nvbench},
                    {"google-benchmark", ForeignFormat::google_benchmark},
                    {"t4", ForeignFormat::t4},
                    {"ncu", ForeignFormat::ncu}},
                   "auto: by its content; ncu: the output of ncu --csv");
  arguments.text("--device", request->device, "the device that it measured; default: as the file says")
      .value_name("NAME");
  declare_ledger(arguments, *ledger);
  arguments.run([request, ledger] { return import_file(*request, *ledger); });
}

void add_ledger_merge(Arguments& arguments) {
  auto options = std::make_shared<MergeArguments>();
  arguments.list("ledgers", options->from, "the ledgers to merge into the ledger; they do not change")
      .value_name("FILE")
      .required();
  arguments.comma_list("--take", options->take, {kNotes, kAdjustments},
                       "also take in notes about other runs and moments, or adjustments of grades");
  declare_ledger(arguments, options->ledger);
  arguments.run([options] { return merge(*options); });
}

void add_ledger_check(Arguments& arguments) {
  auto ledger = std::make_shared<std::string>("results.db");
  declare_ledger(arguments, *ledger);
  arguments.run([ledger] { return verify(*ledger); });
}

}  // namespace warpledger
