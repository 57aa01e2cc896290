#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "spec/gradescope_metadata.h"

namespace warpledger {

/// A student of the class.
struct RosterEntry {
  std::string name;  ///< as in the roster: "Ada Lovelace", "Lovelace, Ada"
  std::string id;    ///< in the LMS: Canvas's ID, Gradescope's SID
  std::string sis_id;
  std::string login;
  std::string email;
  std::string section;
  std::string submission;  ///< its name; empty: matched by the other fields
  std::size_t line = 0;
};

struct Roster {
  std::string file;
  std::vector<std::string> columns;  ///< of the file; some are assignments
  std::vector<RosterEntry> entries;
};

/// Reads a roster with the columns name, id, section and submission, or one exported by Canvas or Gradescope. Skips
/// rows that are not students. Throws Error for a row with neither name nor id, and for a repeated id, SIS id, login or
/// email.
Roster read_roster(const std::string& file);

struct RosterMatch {
  std::vector<std::size_t> entries;  ///< one per submitter found
  bool exact = true;                 ///< all names match in case, too
  std::string problem;               ///< empty if every submitter was found
};

/// Finds each of `submitters` by id, email or name; without submitters, the submission's name, also as Canvas writes it
/// in file names. Case decides only between several matches; if they stay ambiguous, none is returned.
RosterMatch match_submission(const Roster& roster, const std::string& submission,
                             const std::vector<Submitter>& submitters);

/// Returns "Ada Lovelace" for "Lovelace, Ada"; other names unchanged.
std::string given_name_first(const std::string& name);

/// Returns first and last name.
std::pair<std::string, std::string> name_parts(const std::string& name);

}  // namespace warpledger
