#pragma once

#include <string>

#include "base/error.h"

namespace warpledger {

/// What a user types to resume a run: "warpledger run --resume 1a2b3c4d --db x.db"; the usual ledger is not named.
std::string resume_command(const std::string& ledger, const std::string& run);

/// Returns `error` with the command that resumes the run.
Error with_resume_command(const Error& error, const std::string& ledger, const std::string& run);

}  // namespace warpledger
