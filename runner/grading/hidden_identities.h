#pragma once

#include <string>
#include <vector>

#include "grading/pseudonyms.h"
#include "submissions/submissions.h"

namespace warpledger {

/// Gives each submission of a class its pseudonym before anything of it is recorded, and takes away what a platform
/// says of who handed it in. Texts of refusals, which name files, have the pseudonym, too; files that were passed over,
/// which are called after people, are gone. The pseudonyms of submissions whose own texts or file names still say who
/// wrote them: those are kept as they were handed in.
std::vector<std::string> hide_identities(ReadClass& read, const Pseudonyms& pseudonyms);

}  // namespace warpledger
