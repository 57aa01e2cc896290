#include <memory>

#include "calibrate/modelled_run.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "run/start_worker.h"
#include "store/ledger_file.h"

namespace warpledger {
namespace {

struct ModelArguments {
  std::string run = "latest";
  std::string profile;
  std::string ledger = "results.db";
  bool quiet = false;
};

int model(const ModelArguments& options) {
  schema_version_of_ledger(options.ledger);
  const Paths paths = find_paths();
  LedgerWriter ledger(options.ledger, schema_folder(paths.roots));
  const ModelledRun run = plan_again(ledger.claim_run(options.run), paths);
  WorkerProcess worker = make_worker(paths, run.roots, profile_device(run, options.profile, paths));
  refuse_another_gpu(run.stored, worker.describe());
  record_estimates(ledger, worker, run.jobs, options.quiet);
  return kAllOk;
}

}  // namespace

void add_model(Arguments& arguments) {
  auto options = std::make_shared<ModelArguments>();
  arguments.text("run", options->run, "latest, or the start of the run's UUID");
  arguments.text("--as", options->profile, "the profile in devices/ of the run's GPU; default: the one with its name")
      .value_name("PROFILE");
  declare_ledger(arguments, options->ledger);
  arguments.flag("--quiet", options->quiet, "do not show progress");
  arguments.run([options] { return model(*options); });
}

}  // namespace warpledger
