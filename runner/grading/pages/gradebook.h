#pragma once

#include <string>

#include "grading/score/graded_class.h"

namespace warpledger {

/// A class for a spreadsheet: CSV (RFC 4180), a line per submission with submission, total, possible, one column per
/// problem, adjustments, open_points, rank, ratio and flags, the device
/// where there were several, and a note where some submission has one (submission_note). With a roster, a line per
/// person, with name, id and section before and why there are no points behind; who handed in nothing has no points.
/// Points are rounded; what there is none of is empty.
std::string gradebook_csv(const GradedClass& graded);

/// The people of a roster in the columns that Canvas imports into its gradebook: Student, ID, SIS User ID and SIS Login
/// ID where the roster has them, Section, and the assignment, called as the roster calls the column of that name
/// (Canvas adds its number), else as the experiment; the second line has the points possible
/// (instructure/canvas-lms, lib/gradebook_importer.rb). Of a host's class the assignment is called another, so that no
/// grade is overwritten.
std::string canvas_csv(const GradedClass& graded);

/// The same in the columns in which Gradescope exports the grades of an assignment: First Name, Last Name, SID, Email,
/// Sections, Total Score, Max Points, Status, Submission Time, Lateness (H:M:S).
std::string gradescope_csv(const GradedClass& graded);

}  // namespace warpledger
