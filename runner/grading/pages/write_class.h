#pragma once

#include <functional>
#include <string>

#include "grading/score/graded_class.h"
#include "report/report.h"

namespace warpledger {

/// Returns the report of a run (a UUID) from render_report(), in HTML a part; may be empty.
using StudentTables = std::function<std::string(const std::string& run, Format format)>;

/// Throws Error if `folder` exists and is not an empty folder.
void require_new_folder(const std::string& folder);

[[noreturn]] void refuse_taken_folder(const std::string& folder);

/// Writes all pages atomically to `folder`, readable only by its owner. Throws Error if `folder` is not new or empty,
/// if it cannot be made, and for a submission name that is not a plain folder name.
void write_class(const GradedClass& graded, const std::string& folder, const PageAssets& assets,
                 const StudentTables& tables, const std::string& copies_html);

}  // namespace warpledger
