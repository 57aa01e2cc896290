#pragma once

#include <optional>
#include <string>

#include "command/arguments.h"
#include "model/device_name.h"
#include "run/campaign.h"
#include "run/open_experiment.h"
#include "run/record_run.h"

namespace warpledger {

/// What --device takes.
inline constexpr const char* kDeviceHelp = kDeviceNameHelp;

/// Declares what `plan` and `launch` take. Gives the argument `experiment`, which is not required yet.
CommandArgument declare_experiment(Arguments& arguments, ExperimentOptions& options);

/// Of it, what changes an experiment: its arguments, --set, --seed, --submission.
void declare_changes(Arguments& arguments, ExperimentOptions& options);

/// Declares --shard; `more` is added to what --help says of it.
CommandArgument declare_shard(Arguments& arguments, std::string& shard, const std::string& more);

/// Declares --lock-clocks of what measures.
CommandArgument declare_lock_clocks(Arguments& arguments, std::optional<unsigned int>& mhz);

/// Says how to resume a run that was interrupted; the exit code.
int tell_end(const RunEnd& end, const std::string& ledger);

/// Prints the page that the run's experiment names.
void print_report(const RunEnd& end, const std::string& ledger);

// The same of a campaign.
int tell_end(const CampaignEnd& end, const std::string& ledger);
void print_report(const CampaignEnd& end, const std::string& ledger);

}  // namespace warpledger
