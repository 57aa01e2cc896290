#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "spec/gradescope_metadata.h"

namespace warpledger {

/// One of a class.
struct RosterEntry {
  std::string name;    ///< as the roster has it: "Ada Lovelace", "Lovelace, Ada"
  std::string id;      ///< of the LMS: Canvas's ID, Gradescope's SID
  std::string sis_id;  ///< Canvas's SIS User ID
  std::string login;   ///< Canvas's SIS Login ID
  std::string email;
  std::string section;
  std::string submission;  ///< what his submission is called; empty: found by the others
  std::size_t line = 0;
};

struct Roster {
  std::string file;
  std::vector<std::string> columns;  ///< of the file, for the assignments among them
  std::vector<RosterEntry> entries;  ///< in the file's order
};

/// Reads a roster (read_csv_file) with the columns name, id, section and submission, or one that Canvas or Gradescope
/// exports. Points possible, Canvas's test student and Gradescope's staff are passed over. Throws Error with the line
/// for a roster without name and id, a row that has neither, and an id, an email or a submission twice.
Roster read_roster(const std::string& file);

/// Whose a submission is.
struct RosterMatch {
  std::vector<std::size_t> entries;  ///< one a submitter, those found
  bool exact = true;                 ///< each is called so in case, too
  std::string problem;               ///< why one is not found: "nobody on the roster is called so"; empty: all are
};

/// Looks for those who handed in `submission`: each of `submitters` by id, email and name; without any, the
/// submission's own name, which may be each of these, or how Canvas writes a name in those of files. Case
/// matters only where several are meant; where it does not tell them apart either, none is found.
RosterMatch match_submission(const Roster& roster, const std::string& submission,
                             const std::vector<Submitter>& submitters);

/// "Ada Lovelace" of "Lovelace, Ada"; another name as it is.
std::string given_name_first(const std::string& name);

/// First and last name: "Ada" and "Lovelace".
std::pair<std::string, std::string> name_parts(const std::string& name);

}  // namespace warpledger
