#include "remeasure/bisect.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/text.h"
#include "command/command.h"
#include "command/experiment_run.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_selection.h"
#include "remeasure/bisection_page.h"
#include "spec/library.h"
#include "spec/measure.h"

namespace warpledger {
namespace {

struct BisectArguments {
  std::string fast;
  std::string slow;
  std::string where;
  std::string threshold = "1%";
  std::string budget = "2 min";
  bool json = false;
  InTurnOptions in_turn;
};

constexpr const char* kBisectExplanation =
    "Examples:\n"
    "  warpledger bisect until:2026-03-01 latest --where experiment:lsu-2024-hw01\n"
    "  warpledger bisect 3f2a 81c0 --where 'kernel:norm_group<32,8>'\n\n"
    "The ledger's sources are measured again, in turn with those of the fast run: docs/compare-and-history.md.\n\n"
    "Exit codes: 0 found, 1 not the sources, or not known, 2 usage or input error.";

int bisect_as(const BisectArguments& options) {
  const LedgerReader ledger = open_ledger(options.in_turn.ledger, Library(find_paths().roots));
  const auto side = [&](const std::string& text) {
    const RunSelection selection = parse_run_selection(text, options.where);
    return ComparedSide{choose_run(ledger, selection), selection.kernel};
  };
  const ComparedSide fast = side(options.fast), slow = side(options.slow);
  InTurnOptions in_turn = options.in_turn;
  in_turn.budget_s = parse_duration_s(options.budget, {.file = "--budget"});
  const ComparisonOptions how{
      .threshold = parse_percentage(options.threshold, "--threshold"), .ignored = {}, .noise = {}};
  const Bisection bisection = bisect(in_turn, fast, slow, how, messages());
  std::cout << (options.json ? bisection_json(bisection) : printable(bisection_text(bisection))) << std::flush;
  return bisection.end == BisectionEnd::found ? kAllOk : kSomePointFailed;
}

}  // namespace

void add_bisect(Arguments& arguments) {
  auto options = std::make_shared<BisectArguments>();
  arguments.text("fast", options->fast, "an earlier run, as below").required();
  arguments.text("slow", options->slow, "a later run of the same experiment, submission and device").required();
  arguments.text("--where", options->where, "conditions for both: experiment:NAME,kernel:NAME");
  arguments.text("--threshold", options->threshold, "ignore smaller differences: 1%, 0.5%");
  arguments.text("--device", options->in_turn.device, std::string(kDeviceHelp) + "; auto: that of the runs")
      .value_name("DEVICE");
  arguments.text("--budget", options->budget, "how long a step may measure: 90s, 5min, 1h30min");
  declare_lock_clocks(arguments, options->in_turn.lock_clocks_mhz);
  declare_json(arguments, options->json, "an object with the first slow sources");
  declare_ledger(arguments, options->in_turn.ledger);
  arguments.explain(fmt::format("{}\n{}", kRunSelectionHelp, kBisectExplanation));
  arguments.run([options, arguments] {
    options->in_turn.command_line = arguments.words_given();
    return bisect_as(*options);
  });
}

}  // namespace warpledger
