#include "store/merge.h"

#include <fmt/format.h>

#include <memory>

#include "base/error.h"
#include "command/command.h"
#include "command/experiment_arguments.h"
#include "command/print.h"
#include "spec/paths.h"

namespace warpledger {
namespace {

struct MergeArguments {
  std::vector<std::string> from;
  std::string ledger = "results.db";
};

void refuse_conflicts(const Merged& merged, const std::string& from) {
  if (merged.conflict_count == 0) return;
  std::string rows;
  for (const std::string& conflict : merged.conflicts) rows += "\n  " + conflict;
  throw Error(
      {.file = from}, fmt::format("{} rows are in both ledgers and differ:{}", merged.conflict_count, rows),
      "nothing of this ledger was merged. Two copies of a run were resumed or modelled apart: keep both ledgers, "
      "or merge the copy that counts");
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

}  // namespace

void add_merge(Arguments& arguments) {
  auto options = std::make_shared<MergeArguments>();
  arguments.list("ledgers", options->from, "what is merged into the ledger; these stay as they are")
      .value_name("FILE")
      .required();
  declare_ledger(arguments, options->ledger);
  arguments.run([options] { return merge(*options); });
}

}  // namespace warpledger
