#include "command/begin_run.h"

#include <fmt/format.h>

#include <iostream>
#include <numeric>

#include "base/text.h"
#include "command/print.h"
#include "command/record_run.h"
#include "command/stop_signal.h"
#include "plan/plan.h"

namespace warpledger {

BegunRun begin_run(const RunOptions& options) {
  Opened opened = open_experiment(options);
  const Device device = described(opened.worker);
  const Plan plan = make_plan(opened.experiment, device);
  LedgerWriter ledger(options.ledger, schema_folder(opened.library.roots()));
  watch_for_stop();
  std::string run = ledger.begin_run(describe_run(options, opened.experiment, plan, device));
  if (!options.quiet)
    print_message(
        fmt::format("{} on {}: {} points\n", opened.experiment.name, device.name, with_thousands(plan.size())));
  if (!options.quiet && options.foreign)
    print_message(fmt::format("the kernels are foreign code, confined by: {}\n", device.environment.at("isolation")));
  std::vector<std::int64_t> all(static_cast<std::size_t>(plan.size()));
  std::iota(all.begin(), all.end(), 0);
  const int exit_code = record_run(options, {opened, device, plan, std::move(ledger), run, std::move(all)});
  return {std::move(run), exit_code};
}

}  // namespace warpledger
