#include "remeasure/rerun.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "command/command.h"
#include "command/experiment_run.h"
#include "command/output_arguments.h"
#include "command/terminal.h"

namespace warpledger {

void add_rerun(Arguments& arguments) {
  auto options = std::make_shared<RerunRequest>();
  arguments.text("run", options->run, "latest, latest~1, until:DATE, or the start of the run's UUID");
  arguments.text("--device", options->device, kDeviceHelp).value_name("DEVICE");
  declare_lock_clocks(arguments, options->lock_clocks_mhz);
  declare_ledger(arguments, options->ledger);
  arguments.flag("--quiet", options->quiet, "show neither progress nor what differs from then");
  arguments.run([options, arguments] {
    options->command_line = arguments.words_given();
    const RunEnd end = rerun(*options, messages());
    if (end.complete)
      std::cout << fmt::format("run {0} measured run {1} again; compare them: warpledger compare {1} {0}\n",
                               end.run.substr(0, 8), end.rerun_of.substr(0, 8));
    return tell_end(end, options->ledger);
  });
}

}  // namespace warpledger
