#pragma once

#include <optional>
#include <string>

#include "command/arguments.h"
#include "model/device_name.h"
#include "run/campaign.h"
#include "run/open_experiment.h"
#include "run/record_run.h"

namespace warpledger {

inline constexpr const char* kDeviceHelp = kDeviceNameHelp;

/// Returns the argument `experiment`, which is not required yet.
CommandArgument declare_experiment(Arguments& arguments, ExperimentOptions& options);

/// Declares the experiment's arguments, --set, --seed and --submission.
void declare_changes(Arguments& arguments, ExperimentOptions& options);

/// Declares --shard; `more` is appended to its help.
CommandArgument declare_shard(Arguments& arguments, std::string& shard, const std::string& more);

CommandArgument declare_lock_clocks(Arguments& arguments, std::optional<unsigned int>& mhz);

/// Prints how to resume an interrupted run; returns the exit code.
int tell_end(const RunEnd& end, const std::string& ledger);

void print_report(const RunEnd& end, const std::string& ledger);

int tell_end(const CampaignEnd& end, const std::string& ledger);
void print_report(const CampaignEnd& end, const std::string& ledger);

}  // namespace warpledger
