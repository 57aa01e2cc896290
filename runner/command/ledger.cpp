#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/error.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "spec/paths.h"
#include "store/merge.h"
#include "store/verify.h"

namespace warpledger {
namespace {

struct ExportArguments {
  std::string run = "latest";
  std::string output;
  std::string ledger = "results.db";
};

int export_to_file(const ExportArguments& options) {
  const std::string schema = schema_folder(find_paths().roots);
  const std::string uuid = export_run(options.ledger, options.run, options.output, schema);
  std::cout << fmt::format("run {} is in {}; import it with `warpledger ledger merge {}`\n", uuid.substr(0, 8),
                           options.output, options.output);
  return kAllOk;
}

struct MergeArguments {
  std::vector<std::string> from;
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

int merge(const MergeArguments& options) {
  const std::string schema = schema_folder(find_paths().roots);
  constexpr const char* kAlreadyThere = "already there";
  Table table{{"ledger", "runs added", kAlreadyThere, "points added", kAlreadyThere, "notes added", kAlreadyThere,
               "adjustments added", kAlreadyThere},
              {}};
  for (const std::string& from : options.from) {
    const Merged merged = merge_ledger(options.ledger, from, schema);
    if (merged.conflict_count > 0 && !table.rows.empty()) print_table(table);
    refuse_conflicts(merged, from);
    table.rows.push_back({from, merged.runs.added, merged.runs.already_there, merged.points.added,
                          merged.points.already_there, merged.notes.added, merged.notes.already_there,
                          merged.adjustments.added, merged.adjustments.already_there});
  }
  print_table(table);
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
  arguments.text("run", options->run, "latest, or the start of the run's UUID");
  arguments.text("-o,--output", options->output, "the new file, a ledger with only this run")
      .value_name("FILE")
      .required();
  declare_ledger(arguments, options->ledger);
  arguments.run([options] { return export_to_file(*options); });
}

void add_ledger_merge(Arguments& arguments) {
  auto options = std::make_shared<MergeArguments>();
  arguments.list("ledgers", options->from, "the ledgers to merge into the ledger; they do not change")
      .value_name("FILE")
      .required();
  declare_ledger(arguments, options->ledger);
  arguments.run([options] { return merge(*options); });
}

void add_ledger_check(Arguments& arguments) {
  auto ledger = std::make_shared<std::string>("results.db");
  declare_ledger(arguments, *ledger);
  arguments.run([ledger] { return verify(*ledger); });
}

}  // namespace warpledger
