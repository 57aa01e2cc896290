#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "submissions/submissions.h"
#include "submissions/submitted_files.h"

namespace warpledger {

/// A submission that is found in a class and not yet read.
struct FoundSubmission {
  ReadSubmission read;
  std::vector<SubmittedPart> parts;
};

struct FoundClass {
  std::vector<FoundSubmission> submissions;  ///< in no order
  std::vector<PassedOver> passed_over;
};

/// What is in the folder of a class: an export of Gradescope, with its metadata; one of Canvas, whose files are all
/// called STUDENT_[LATE_]USER_FILE_NAME; else one submission an entry. Throws Error when the folder cannot be read.
FoundClass find_submissions(const std::filesystem::path& folder);

/// What Canvas makes of a file's name when it exports the submissions of an assignment.
struct CanvasName {
  std::string student;  ///< letters and digits of the name, the last name first: "lovelaceada"
  bool late = false;
  std::string user;  ///< Canvas's number of the user
  std::string file;  ///< as the student called it
};

/// Nothing for a name that Canvas does not give: it is its student, maybe LATE, the user's and the file's numbers and
/// the file's own name, with '_' between them; of an assignment without names, "anon" and a code for the first ones
/// (instructure/canvas-lms, lib/content_zipper.rb).
std::optional<CanvasName> parse_canvas_name(const std::string& name);

}  // namespace warpledger
