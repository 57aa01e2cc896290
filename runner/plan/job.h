#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/job.h"
#include "plan/point.h"
#include "spec/family.h"

namespace warpledger {

/// Returns the digest of what a FillProgram computes for a seed.
std::string fill_digest(const FillProgram& fill);

/// Converts a value to its type. Throws Error at the expression if the value is fractional for an integer type, or out
/// of range.
Scalar pack_scalar(const TypedExpression& typed, const Values& values);

/// Returns the content key of a job: the SHA-256 of a canonical text of everything that defines its measurement. File
/// names, explanations and units do not count. The digests are digest_of() of its programs.
std::string job_key(const Job& job, const std::string& program_digest, const std::string& reference_digest);

}  // namespace warpledger
