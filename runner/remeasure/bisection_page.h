#pragma once

#include <string>

#include "remeasure/bisect.h"

namespace warpledger {

/// "run 3f2a81c0 of 2026-03-01 and 2 after it".
std::string name_of(const SourceVersion& version);

/// For a person, with the changes of the sources as a unified diff.
std::string bisection_text(const Bisection& bisection);

/// As docs/json.md describes it.
std::string bisection_json(const Bisection& bisection);

}  // namespace warpledger
