#pragma once

#include <string>

#include "grading/graded_class.h"
#include "model/table.h"

namespace warpledger {

// What the HTML page of a class has beside the table that all formats have.

/// How points and ratios are distributed, and what became of each rule.
std::string class_overview_html(const GradedClass& graded);

/// `table`, a row per submission that begins with its name, with a field that filters rows. `in_folder`: the page lies
/// next to students/, and names link there.
std::string class_rows_html(const GradedClass& graded, const Table& table, bool in_folder);

}  // namespace warpledger
