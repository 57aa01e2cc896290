#pragma once

#include <string>
#include <vector>

#include "grading/pseudonyms.h"
#include "submissions/submissions.h"

namespace warpledger {

/// Replaces the name of each submission by its pseudonym before anything is recorded, also in texts of refusals.
/// Removes the platform's data on who submitted it, and the list of skipped files, whose names may be people's. Returns
/// the pseudonyms of submissions whose sources or file names still name their authors: those are kept as submitted.
std::vector<std::string> hide_identities(ReadClass& read, const Pseudonyms& pseudonyms);

}  // namespace warpledger
