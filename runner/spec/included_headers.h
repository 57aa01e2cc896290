#pragma once

#include <string>
#include <vector>

#include "model/program.h"
#include "spec/experiment.h"

namespace warpledger {

/// Whether the rules of a submission's sources (checked_includes) hold, or a person has waived them for it.
enum class SourceRules { hold, waived };

/// Null where there is none of this name.
const SourceFile* find_file(const std::vector<SourceFile>& files, const std::string& name);

/// All that `main` includes, directly or not; sorted by name. A header is the file beside the one that includes it,
/// else the submission's, else that of `own`, the kernel's program in its family. Throws Error for a text that breaks
/// the rules, for a file that is not there, and for a name that means two files.
std::vector<SourceFile> included_headers(const SourceFile& main, const Submission& submission, const Program& own,
                                         SourceRules rules);

}  // namespace warpledger
