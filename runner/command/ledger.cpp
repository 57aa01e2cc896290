#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/shell_command.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/import_results.h"
#include "ledger/run_selection.h"
#include "spec/library.h"
#include "store/export.h"
#include "store/ledger_check.h"
#include "store/merge.h"

namespace warpledger {
namespace {

struct ExportArguments {
  std::string run = "latest";
  std::vector<std::string> without;
  std::string output;
  std::string ledger = "results.db";
};

/// Prints what was left out, as evidence for a deletion request.
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
  const std::string schema = schema_folder(find_paths().roots);
  const std::string run = run_named_in(options.ledger, schema, options.run);
  const std::string uuid = export_run(options.ledger, run, options.output, schema);
  std::cout << fmt::format("run {} is in {}; import it with `warpledger ledger merge {}`\n", uuid.substr(0, 8),
                           options.output, shell_word(options.output));
  return kAllOk;
}

struct ImportArguments {
  std::vector<std::string> files;
  std::string started;
  ImportRequest request;
  std::string ledger = "results.db";
};

void take_start(ImportArguments& options) {
  options.request.started_when_modified = options.started == "file";
  if (options.started.empty() || options.request.started_when_modified) return;
  if (options.files.size() > 1)
    throw Error(fmt::format("--started is one moment for {} files", options.files.size()),
                "give one file, or --started file");
  options.request.started_utc = start_of_run("--started", options.started);
}

int import_file(const ImportRequest& request, const std::string& ledger) {
  const Imported imported = import_results(ledger, request, schema_folder(find_paths().roots));
  for (const ImportedRun& run : imported.runs)
    print_text(fmt::format("{} points of {} on {}, {} with samples, are in {} as run {}\n", run.points, run.tool,
                           run.device, run.timed_points, ledger, run.uuid.substr(0, 8)));
  if (imported.rejected.empty()) return kAllOk;
  messages().tell(fmt::format("warpledger: {}\n", Error(imported.rejected).what()));
  return kSomePointFailed;
}

/// Continues after an error; returns the worst exit code.
int import_files(ImportArguments options) {
  take_start(options);
  int worst = kAllOk;
  for (const std::string& file : options.files) try {
      options.request.file = file;
      worst = std::max(worst, import_file(options.request, options.ledger));
    } catch (const Error& cause) {
      messages().tell(fmt::format("warpledger: {}\n", cause.what()));
      worst = kUsageOrInputError;
    }
  return worst;
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

void tell_of_said(const Merged& merged, const std::string& from) {
  for (const std::string& text : merged.tags) std::cout << fmt::format("{}: brought: {}\n", from, text);
  for (const std::string& text : merged.taken) std::cout << fmt::format("{}: taken: {}\n", from, text);
  for (const std::string& text : merged.left_out) std::cout << fmt::format("{}: left out: {}\n", from, text);
  if (!merged.left_out.empty())
    std::cout
        << "what is left out is about grades, moments or runs that the file does not hold, which --take "
           "notes,adjustments takes in, or about a tag that this ledger has; `warpledger ledger tag RUN TAG --move` "
           "moves that\n";
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
  if (const std::string later = words_of_later_runs(options.ledger, schema, current_utc()); !later.empty())
    messages().tell(later + "\n");
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
  const CommandArgument run = arguments.text("run", options->run, "latest (the default), or the start of a run's UUID");
  arguments
      .list("--without", options->without,
            "the whole ledger, except what is only these submissions': for a student who asks to be deleted")
      .value_name("NAME")
      .excludes(run);
  arguments.text("-o,--output", options->output, "the new ledger").value_name("FILE").required();
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    if (options->output == "-") throw Error("a ledger cannot go to standard output", "name a file with --output");
    return export_to_file(*options);
  });
}

void add_ledger_import(Arguments& arguments) {
  auto options = std::make_shared<ImportArguments>();
  arguments.list("files", options->files, "JSON Lines, as docs/exchange.md defines them; - is standard input")
      .value_name("FILE")
      .required();
  arguments
      .text("--experiment", options->request.experiment,
            "name of the experiment, the same for files of one history; default: TOOL:FILE")
      .value_name("NAME");
  arguments
      .text("--started", options->started,
            "when the runs started: 2026-11-01T03:00:00Z, or file: when the tool's file was last modified; default: as "
            "the file says, or now")
      .value_name("TIME");
  arguments.choice("--repeats", options->request.repeats, {{"points", Repeats::points}, {"samples", Repeats::samples}},
                   "what points with the same kernel, parameters and launch are: separate points (repetition=2, "
                   "...), or samples of one point");
  declare_ledger(arguments, options->ledger);
  arguments.explain(
      "Converters for nvbench, Google Benchmark, Nsight Compute and Kernel Tuner are in contrib/.\n\n"
      "  from_nvbench.py night.json | warpledger ledger import - --experiment nightly --started file\n\n"
      "Exit code 1: some results are not stored; a message names each line. 2: a file of which nothing is stored.");
  arguments.run([options] { return import_files(*options); });
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
