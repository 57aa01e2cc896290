#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/text.h"
#include "command/command.h"
#include "command/experiment_run.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "compare/comparison_json.h"
#include "compare/comparison_page.h"
#include "compare/run_comparison.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_files.h"
#include "remeasure/measure_more.h"
#include "spec/library.h"
#include "spec/measure.h"

namespace warpledger {
namespace {

struct CompareArguments {
  std::string before;
  std::string after;
  std::string where;
  std::string threshold = "1%";
  std::vector<std::string> ignored;
  std::vector<std::string> fail_on;
  std::string ledger = "results.db";
  Output output;
  bool sources = false;
  bool measure_more = false;
  InTurnOptions in_turn;
  std::string budget = "2 min";
};

constexpr const char* kCompareExamples =
    "Examples:\n"
    "  warpledger compare latest~1 latest --where experiment:lsu-2024-hw01\n"
    "  warpledger compare submission:anna submission:ben\n"
    "  warpledger compare kernel:norm_base 'kernel:norm_group<32,8>'\n"
    "  warpledger compare device:4090 device:H200 --ignore blocks\n"
    "  warpledger compare latest~1 latest --sources\n"
    "  warpledger compare latest~1 latest --measure-more --budget 5min\n"
    "  warpledger compare until:2026-03-01 latest --fail-on slower\n\n"
    "Each side is one run. Samples of several runs are never pooled, because differences between runs would then look "
    "like noise. docs/compare-and-history.md says how to read the verdicts.\n\n"
    "Exit codes: 0 compared, 1 a verdict that --fail-on names, 2 usage or input error.";

ComparedSide side_of(const LedgerReader& ledger, const std::string& text, const std::string& where) {
  const RunSelection selection = parse_run_selection(text, where);
  return {choose_run(ledger, selection), selection.kernel};
}

int compare_files(const LedgerReader& ledger, const CompareArguments& options) {
  const auto files_of = [&](const std::string& side) {
    return files_of_run(ledger, side_of(ledger, side, options.where).run.uuid);
  };
  const std::string changes = changes_of_files(files_of(options.before), files_of(options.after));
  std::cout << (changes.empty() ? "the runs' files are the same\n" : printable(changes)) << std::flush;
  return kAllOk;
}

RunComparison compared(const CompareArguments& options) {
  const ComparisonOptions how{parse_percentage(options.threshold, "--threshold"),
                              {options.ignored.begin(), options.ignored.end()}};
  const LedgerReader ledger = open_ledger(options.ledger, Library(find_paths().roots));
  const ComparedSide before = side_of(ledger, options.before, options.where);
  const ComparedSide after = side_of(ledger, options.after, options.where);
  if (!options.measure_more) return compare_runs(ledger, before, after, how);
  InTurnOptions in_turn = options.in_turn;
  in_turn.ledger = options.ledger;
  in_turn.budget_s = parse_duration_s(options.budget, {.file = "--budget"});
  return compare_measuring_more(in_turn, before, after, how, messages());
}

int compare_as(const CompareArguments& options) {
  if (options.sources) return compare_files(open_ledger(options.ledger, Library(find_paths().roots)), options);
  const RunComparison comparison = compared(options);
  std::cout << (options.output.json ? comparison_json(comparison)
                                    : comparison_page(comparison, options.output.format, line_width(STDOUT_FILENO)))
            << std::flush;
  return holds_any_of(comparison, options.fail_on) ? kSomePointFailed : kAllOk;
}

}  // namespace

void add_compare(Arguments& arguments) {
  auto options = std::make_shared<CompareArguments>();
  arguments.text("before", options->before, "the side to compare with, as below").required();
  arguments.text("after", options->after, "the side to compare").required();
  arguments.text("--where", options->where, "conditions for both sides: experiment:NAME,device:H200");
  arguments.text("--threshold", options->threshold, "ignore smaller differences: 1%, 0.5%");
  arguments.comma_list("--ignore", options->ignored, {}, "parameters that may differ between matching points: blocks")
      .value_name("NAME");
  arguments.comma_list(
      "--fail-on", options->fail_on, {"slower", "faster", "inconclusive", "changed"},
      "exit with 1 on such a verdict if it holds over all points by Holm's correction; changed: slower or faster");
  arguments.flag("--sources", options->sources,
                 "print how the runs' stored files differ, as a unified diff, instead of times");
  const CommandArgument more = arguments.flag(
      "--measure-more", options->measure_more,
      "measure what is INCONCLUSIVE again, from the ledger's sources, both sides in turn, and store that as two runs");
  arguments.text("--device", options->in_turn.device, std::string(kDeviceHelp) + ", to measure more on").needs(more);
  arguments.text("--budget", options->budget, "stop measuring more after so long: 90s, 5min, 1h30min").needs(more);
  declare_lock_clocks(arguments, options->in_turn.lock_clocks_mhz).needs(more);
  declare_output(arguments, options->output);
  declare_ledger(arguments, options->ledger);
  arguments.explain(fmt::format("{}\n{}", kRunSelectionHelp, kCompareExamples));
  arguments.run([options, arguments] {
    options->in_turn.command_line = arguments.words_given();
    return compare_as(*options);
  });
}

}  // namespace warpledger
