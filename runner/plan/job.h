#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/job.h"
#include "plan/point.h"
#include "spec/family.h"

namespace warpledger {

/// Identifies what a FillProgram computes for a seed.
std::string fill_digest(const FillProgram& fill);

/// Throws Error at the expression if the value is fractional for an integer type, or out of range.
Scalar pack_scalar(const TypedExpression& typed, const Values& values);

/// Returns the SHA-256 of everything that defines a job's measurement. File names, explanations and units do not count.
/// The digests are digest_of() of its programs.
std::string job_key(const Job& job, const std::string& program_digest, const std::string& reference_digest);

}  // namespace warpledger
