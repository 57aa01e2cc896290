#pragma once

#include <string>

#include "grading/graded_class.h"

namespace warpledger {

// What the HTML page of a class has beside the table that all formats have.

/// How points and ratios are distributed, and what became of each rule.
std::string class_overview_html(const GradedClass& graded);

/// `table`, which render_table() made of a row per submission that begins with its name, with a field to filter its
/// rows by. `in_folder`: the page lies beside students/, and names link there.
std::string class_rows_html(const GradedClass& graded, const std::string& table, bool in_folder);

}  // namespace warpledger
