#pragma once

#include <functional>
#include <string>

#include "grading/score/graded_class.h"
#include "report/report.h"

namespace warpledger {

/// The assignment's report of a run, by its UUID, in a format, as render_report() makes it, in HTML a part; empty:
/// none.
using StudentTables = std::function<std::string(const std::string& run, Format format)>;

/// Throws Error if `folder` exists and is not an empty folder: write_class() would refuse it.
void require_new_folder(const std::string& folder);

/// Throws that Error.
[[noreturn]] void refuse_taken_folder(const std::string& folder);

/// Makes `folder`, for its owner alone to read: class.txt, class.md, class.csv, class.html, `copies_html` as
/// copies.html and gradebook.csv; and for each submission students/NAME/index.html, index.md and results.json. It
/// appears whole or not at all. Throws Error when it exists and is not empty, when it cannot be made, and for a
/// submission whose name is no plain name of a folder.
void write_class(const GradedClass& graded, const std::string& folder, const PageAssets& assets,
                 const StudentTables& tables, const std::string& copies_html);

}  // namespace warpledger
