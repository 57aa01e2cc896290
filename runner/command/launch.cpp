#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/text.h"
#include "command/command.h"
#include "command/experiment_arguments.h"
#include "command/print.h"
#include "plan/plan.h"
#include "run/experiment_options.h"

namespace warpledger {
namespace {

/// Launches every point once; the number of those that did not end ok.
std::int64_t launch_all(const ExperimentOptions& options) {
  Opened opened = open_experiment(options);
  const Device device = opened.worker.describe();
  const Plan plan = make_plan(opened.experiment, device);
  std::int64_t not_ok = 0;
  for (std::int64_t i = 0; i < plan.size(); ++i) {
    const Job job = plan.job(i);
    const Result result = opened.worker.launch(job);
    if (result.outcome == Outcome::ok) continue;
    ++not_ok;
    messages().tell(fmt::format("{}: {}: {}\n", name_of(result.outcome), job.identity, result.reason));
  }
  print_text(fmt::format("{} of {} points launched once on {}\n", with_thousands(plan.size() - not_ok),
                         with_thousands(plan.size()), device.name));
  return not_ok;
}

}  // namespace

void add_launch(Arguments& arguments) {
  auto options = std::make_shared<ExperimentOptions>();
  declare_experiment(arguments, *options).required();
  arguments.run([options] { return launch_all(*options) == 0 ? kAllOk : kSomePointFailed; });
}

}  // namespace warpledger
