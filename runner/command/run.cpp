#include <csignal>
#include <memory>

#include "base/error.h"
#include "command/begin_run.h"
#include "command/command.h"
#include "command/resume.h"

namespace warpledger {
namespace {

int run(const RunOptions& options) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit of file sizes is an error of the write then, as a full disk is
  if (options.experiment.empty() && !options.resume)
    throw Error("run takes an experiment, or --resume", "`warpledger list` shows the experiments");
  if (!options.resume) return begin_run(options).exit_code;
  if (!options.overrides.set.empty() || !options.overrides.positional.empty())
    throw Error("--resume takes neither --set nor arguments", "a run goes on as it was begun: leave them out");
  return resume_run(options);
}

}  // namespace

void add_run(Arguments& arguments) {
  auto options = std::make_shared<RunOptions>();
  options->declare(arguments);
  arguments
      .text_or("latest", "--resume", options->resume,
               "go on with a run that was interrupted: latest, or how its UUID begins")
      .value_name("RUN");
  declare_ledger(arguments, options->ledger);
  arguments.flag("--foreign", options->foreign, "treat the kernels as somebody else's code: confine and distrust them");
  arguments.flag("--quiet", options->quiet, "no progress and no report");
  arguments.flag("--json", options->json, "a summary for machines instead of the report");
  arguments.run([options, arguments] {
    options->command_line = arguments.words_given();
    return run(*options);
  });
}

}  // namespace warpledger
