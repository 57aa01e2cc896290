#pragma once

#include <string>

#include "command/arguments.h"
#include "run/experiment_options.h"

namespace warpledger {

/// What --device takes.
inline constexpr const char* kDeviceHelp = "auto, cuda, cuda:N, host or host:PROFILE";

/// Declares what `run`, `plan` and `launch` take. Gives the argument `experiment`, which is not required yet.
CommandArgument declare_experiment(Arguments& arguments, ExperimentOptions& options);

/// Declares --ledger, also called --db.
CommandArgument declare_ledger(Arguments& arguments, std::string& path);

}  // namespace warpledger
