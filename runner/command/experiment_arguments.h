#pragma once

#include "command/arguments.h"
#include "run/run_options.h"

namespace warpledger {

/// What --device takes.
inline constexpr const char* kDeviceHelp = "auto, cuda, cuda:N, host or host:PROFILE";

/// Declares what `run`, `plan` and `launch` take. Gives the argument `experiment`, which is not required yet.
CommandArgument declare_experiment(Arguments& arguments, ExperimentOptions& options);

}  // namespace warpledger
