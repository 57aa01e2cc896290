#pragma once

#include <map>
#include <string>
#include <vector>

#include "grading/hand_in/submission_times.h"
#include "submissions/submissions.h"

namespace warpledger {

/// Pseudonym by submission name.
using Pseudonyms = std::map<std::string, std::string>;

/// Returns the pseudonyms in `file`, after drawing random ones for new `names` and replacing the file. Throws Error for
/// a damaged, unreadable or unwritable file, and for an empty name or one with control characters.
Pseudonyms pseudonyms_of(const std::string& file, const std::vector<std::string>& names);

/// Returns the names by pseudonym.
std::map<std::string, std::string> names_of(const Pseudonyms& pseudonyms);

/// Returns `times` with the times of names repeated under their pseudonyms. Throws Error if a hand-in has different
/// times by name and by pseudonym.
SubmissionTimes with_pseudonyms(SubmissionTimes times, const Pseudonyms& pseudonyms);

/// Returns the pseudonym of `submission`, if it has one, else `submission`.
std::string in_ledger(const std::string& submission, const Pseudonyms& pseudonyms);

/// Reads a file of write_pseudonyms(). Throws Error if it is unreadable, damaged, or contains a name or a pseudonym
/// twice.
Pseudonyms read_pseudonyms(const std::string& file);

/// Writes the columns pseudonym and submission atomically, with mode 0600. Throws Error if that fails.
void write_pseudonyms(const std::string& file, const Pseudonyms& pseudonyms);

/// Replaces names by pseudonyms, also in refusals, and removes submitters and skipped files, whose names may be
/// people's. Returns the pseudonyms of submissions whose sources still name their authors; these are kept as submitted.
std::vector<std::string> hide_identities(ReadClass& read, const Pseudonyms& pseudonyms);

}  // namespace warpledger
