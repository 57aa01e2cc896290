#pragma once

#include <functional>
#include <string>

#include "grading/score/graded_class.h"
#include "report/report.h"

namespace warpledger {

/// Returns the assignment's report of a run (a UUID), as from render_report(); for HTML, a part. Empty: none.
using StudentTables = std::function<std::string(const std::string& run, Format format)>;

/// Throws Error if `folder` exists and is not an empty folder, like write_class().
void require_new_folder(const std::string& folder);

[[noreturn]] void refuse_taken_folder(const std::string& folder);

/// Writes `folder` atomically, readable only by its owner: class.txt, class.md, class.csv, class.html, gradebook.csv,
/// copies.html (`copies_html`) and, with a roster, canvas.csv and gradescope.csv; per submission,
/// students/NAME/index.html, index.md and results.json. Throws Error if `folder` is not new or empty, if it cannot be
/// made, and for a submission name that is not a plain folder name.
void write_class(const GradedClass& graded, const std::string& folder, const PageAssets& assets,
                 const StudentTables& tables, const std::string& copies_html);

}  // namespace warpledger
