#pragma once

#include <string>

#include "base/error.h"

namespace warpledger {

/// Command that resumes the run: "warpledger run --resume 1a2b3c4d --db x.db". Omits the default ledger.
std::string resume_command(const std::string& ledger, const std::string& run);

/// Adds the command that resumes the run to `error`.
Error with_resume_command(const Error& error, const std::string& ledger, const std::string& run);

}  // namespace warpledger
