#pragma once

#include <string>
#include <vector>

#include "grading/pseudonyms.h"
#include "submissions/submissions.h"

namespace warpledger {

/// What of a class needs a pseudonym: submissions, and the members of groups, who may hand in alone another time.
std::vector<std::string> names_to_hide(const ReadClass& read);

/// Gives each submission of a class its pseudonym before anything of it is recorded, and takes away what a platform
/// says of who handed it in, but for the pseudonyms of a group's members. Texts of refusals, which name files, have the
/// pseudonym, too; files that were passed over, which are called after people, are gone. The pseudonyms of submissions
/// whose own texts or file names still say who wrote them: those are kept as they were handed in.
std::vector<std::string> hide_identities(ReadClass& read, const Pseudonyms& pseudonyms);

}  // namespace warpledger
