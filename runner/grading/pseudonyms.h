#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/graded_class.h"

namespace warpledger {

/// Of each submission's name, what it is called instead.
using Pseudonyms = std::map<std::string, std::string>;

/// The pseudonyms that `file` has, a CSV file with the columns pseudonym and submission, and new ones for those of
/// `names` that it lacks: drawn at random, so that no pseudonym tells of its name. When there are new ones, the file is
/// written anew, whole, for its owner alone to read. Throws Error for a file that is damaged or has a name or a
/// pseudonym twice, for one that cannot be read or written, and for a name of more than one line.
Pseudonyms pseudonyms_of(const std::string& file, const std::vector<std::string>& names);

/// `graded` with pseudonyms for the names of submissions. Texts that may hold a name are left out: reasons and authors
/// of adjustments, what a compiler or a program says, the roster, and the files that were passed over. Submissions are
/// sorted anew, because their order told of their names. Throws Error for a submission without a pseudonym.
GradedClass renamed(GradedClass graded, const Pseudonyms& pseudonyms);

/// The other way round: of each pseudonym, whom it hides.
std::map<std::string, std::string> names_of(const Pseudonyms& pseudonyms);

/// `graded`, of a ledger that was written with pseudonyms, with the names that they hide; other names stay. Of a group,
/// those who handed in are its names.
GradedClass with_names(GradedClass graded, const Pseudonyms& pseudonyms);

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

}  // namespace warpledger
