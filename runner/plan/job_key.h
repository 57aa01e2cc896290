#pragma once

#include <string>

#include "model/job.h"

namespace warpledger {

/// The content key of a job: the SHA-256 of a canonical text of all that defines its measurement. Names of files,
/// explanations and units do not count. `program_digest` and `reference_digest` are digest_of() its two programs.
std::string job_key(const Job& job, const std::string& program_digest, const std::string& reference_digest);

}  // namespace warpledger
