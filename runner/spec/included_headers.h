#pragma once

#include <string>
#include <vector>

#include "model/program.h"
#include "spec/experiment.h"

namespace warpledger {

/// Source rules of a submission (checked_includes); `waived` by a person.
enum class SourceRules { hold, waived };

/// Returns null if no file has that name.
const SourceFile* find_file(const std::vector<SourceFile>& files, const std::string& name);

/// Returns all files that `main` includes, also indirectly, sorted by name: from next to the including file, the
/// submission, or `own`, the family's program. Throws Error for rule violations, missing files and ambiguous names.
std::vector<SourceFile> included_headers(const SourceFile& main, const Submission& submission, const Program& own,
                                         SourceRules rules);

}  // namespace warpledger
