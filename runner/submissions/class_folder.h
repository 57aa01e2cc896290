#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "submissions/submissions.h"
#include "submissions/submitted_files.h"

namespace warpledger {

struct FoundSubmission {
  ReadSubmission read;
  std::vector<SubmittedPart> parts;
};

struct FoundClass {
  std::vector<FoundSubmission> submissions;  ///< unsorted
  std::vector<PassedOver> passed_over;
};

/// Reads a Gradescope export with its metadata; a Canvas export (STUDENT_[LATE_]USER_FILE_NAME); else one submission
/// per entry. Throws Error if the folder cannot be read.
FoundClass find_submissions(const std::filesystem::path& folder);

/// File name in a Canvas export of an assignment.
struct CanvasName {
  std::string student;  ///< letters and digits of the name, last name first: "lovelaceada"
  bool late = false;
  std::string user;  ///< Canvas's user number
  std::string file;  ///< original file name
};

/// Parses STUDENT_[LATE_]USER_FILE_NAME; anonymous assignments have "anon" and a code instead (instructure/canvas-lms,
/// lib/content_zipper.rb). Empty for other names.
std::optional<CanvasName> parse_canvas_name(const std::string& name);

}  // namespace warpledger
