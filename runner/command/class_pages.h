#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grading/copies/near_copies.h"
#include "grading/score/class_copies.h"
#include "grading/score/graded_class.h"
#include "report/report.h"
#include "spec/experiment.h"
#include "spec/library.h"

namespace warpledger {

/// Output options of a graded class.
struct ShownClass {
  Format format = Format::text;
  std::string output;                     ///< folder of pages; empty: none are written
  std::string pseudonyms;                 ///< file of the mapping; empty: show the submissions' own names
  std::string names;                      ///< mapping of a ledger with pseudonyms, whose names are shown
  std::vector<std::string> compare_with;  ///< folders to search for near copies
  std::optional<double> alike_percent;    ///< CopySearch::least_share in percent; absent: the default
};

struct PageNeeds {
  PageAssets assets;
  ComparedFolders compared;
  CopySearch search;
};

/// Reads what the pages need and checks that they can be written, before anything runs. Throws Error for missing or
/// invalid input.
PageNeeds read_page_needs(const ShownClass& shown, const Library& library);

struct ClassOrigin {
  const std::string& ledger;
  const Library& library;
  const Experiment& experiment;
  const PageNeeds& needs;
};

/// Prints the class's table and, if ShownClass::output is set, writes all pages.
void print_class(const ShownClass& shown, const ClassOrigin& origin, GradedClass graded);

}  // namespace warpledger
