#include "run/begin_run.h"

#include <fmt/format.h>

#include <numeric>

#include "base/text.h"
#include "plan/plan.h"
#include "run/record_run.h"
#include "run/stop_signal.h"
#include "spec/paths.h"

namespace warpledger {

RunEnd begin_run(const RunOptions& options, const Console& console) {
  Opened opened = open_experiment(options);
  const Device device = described(opened.worker);
  const Plan plan = make_plan(opened.experiment, device);
  LedgerWriter ledger(options.ledger, schema_folder(opened.library.roots()));
  watch_for_stop();
  std::string run = ledger.begin_run(describe_run(options, opened.experiment, plan, device));
  if (!options.quiet)
    console.tell(fmt::format("{} on {}: {} point{}\n", opened.experiment.name, device.name, with_thousands(plan.size()),
                             plan.size() == 1 ? "" : "s"));
  if (!options.quiet && options.untrusted)
    console.tell(fmt::format("the kernels are untrusted code, confined by: {}\n", device.environment.at("isolation")));
  std::vector<std::int64_t> all(static_cast<std::size_t>(plan.size()));
  std::iota(all.begin(), all.end(), 0);
  return record_run(options, {opened, device, plan, std::move(ledger), std::move(run), std::move(all)}, console);
}

}  // namespace warpledger
