#pragma once

#include <string>

#include "grading/graded_class.h"
#include "grading/grading_session.h"
#include "spec/library.h"

namespace warpledger {

/// An experiment that has a grading. Throws Error when it has none or when one of its conditions is none.
Experiment load_graded_experiment(const Library& library, const std::string& name);

/// The grades of a session by the rules of `experiment` as they stand now, from the ledger alone: the same ledger and
/// rules give the same grades. `session` is "latest" or how its UUID begins.
GradedClass grade_session(const std::string& ledger, const Library& library, const Experiment& experiment,
                          const std::string& session);

}  // namespace warpledger
