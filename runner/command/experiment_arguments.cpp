#include "command/experiment_arguments.h"

namespace warpledger {

CommandArgument declare_experiment(Arguments& arguments, ExperimentOptions& options) {
  const CommandArgument declared =
      arguments.text("experiment", options.experiment, "a name that `warpledger list` shows, or a YAML file")
          .value_name("EXPERIMENT");
  arguments.list("arguments", options.overrides.positional,
                 "values for the experiment's own arguments, after --: `run lsu-2024-hw01 -- -3 4 3.6`");
  arguments
      .repeated("--set", options.overrides.set,
                "change an axis or a measure field: warps=4, d_l=4,8, measure.cache=cold")
      .value_name("NAME=VALUE");
  arguments.whole("--seed", options.seed, "the seed of the random inputs");
  const CommandArgument submitted = arguments
                                        .text("--submission", options.submission,
                                              "take kernels from this folder of device code, or from this .cu file")
                                        .value_name("PATH");
  arguments
      .text("--submission-name", options.submission_name,
            "the submission's name in the ledger; default: the folder's name")
      .value_name("NAME")
      .needs(submitted);
  arguments.text("--device", options.device, kDeviceHelp).value_name("DEVICE");
  return declared;
}

}  // namespace warpledger
