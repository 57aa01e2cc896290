#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/hand_in/submission_times.h"
#include "submissions/submissions.h"

namespace warpledger {

/// Of each submission's name, what it is called instead.
using Pseudonyms = std::map<std::string, std::string>;

/// The pseudonyms that `file` has, a CSV file with the columns pseudonym and submission, and new ones for those of
/// `names` that it lacks: drawn at random, so that no pseudonym tells of its name. When there are new ones, the file is
/// written anew, whole, for its owner alone to read. Throws Error for a file that is damaged or has a name or a
/// pseudonym twice, for one that cannot be read or written, and for a name of more than one line.
Pseudonyms pseudonyms_of(const std::string& file, const std::vector<std::string>& names);

/// The other way round: of each pseudonym, whom it hides.
std::map<std::string, std::string> names_of(const Pseudonyms& pseudonyms);

/// `times`, of names or of pseudonyms, as times of the ledger's pseudonyms, and of names as well. Throws Error for a
/// hand-in whose two times, by name and by pseudonym, differ.
SubmissionTimes with_pseudonyms(SubmissionTimes times, const Pseudonyms& pseudonyms);

/// What the ledger calls a submission that a person names: its pseudonym, where it has one.
std::string in_ledger(const std::string& submission, const Pseudonyms& pseudonyms);

/// What write_pseudonyms() wrote. Throws Error for a file that cannot be read, is damaged, or has a name or a pseudonym
/// twice.
Pseudonyms read_pseudonyms(const std::string& file);

/// Writes CSV with the columns pseudonym and submission, whole or not at all, with mode 0600. Throws Error when it
/// cannot be written.
void write_pseudonyms(const std::string& file, const Pseudonyms& pseudonyms);

/// Replaces the name of each submission by its pseudonym before anything is recorded, also in texts of refusals.
/// Removes the platform's data on who submitted it, and the list of skipped files, whose names may be people's. Returns
/// the pseudonyms of submissions whose sources or file names still name their authors: those are kept as submitted.
std::vector<std::string> hide_identities(ReadClass& read, const Pseudonyms& pseudonyms);

}  // namespace warpledger
