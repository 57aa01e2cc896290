#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/job.h"
#include "plan/point.h"
#include "spec/family.h"

namespace warpledger {

/// Names what a FillProgram makes, of a seed.
std::string fill_digest(const FillProgram& fill);

/// A value in its type's layout. Throws Error at the expression when the value is not whole where the type is, or out
/// of the type's range.
Scalar pack_scalar(const TypedExpression& typed, const Values& values);

/// The content key of a job: the SHA-256 of a canonical text of all that defines its measurement. Names of files,
/// explanations and units do not count. `program_digest` and `reference_digest` are digest_of() its two programs.
std::string job_key(const Job& job, const std::string& program_digest, const std::string& reference_digest);

}  // namespace warpledger
