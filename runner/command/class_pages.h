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

/// How a person wants a graded class shown.
struct ShownClass {
  Format format = Format::text;
  std::string output;                     ///< folder of pages; empty: none are written
  std::string pseudonyms;                 ///< file of the mapping; empty: the submissions' own names are shown
  std::string names;                      ///< the same file, of a ledger with pseudonyms: names are shown
  std::vector<std::string> compare_with;  ///< folders of what submissions may be copies of
  std::optional<double> alike_percent;    ///< CopySearch::least_share; absent: the default
};

/// What pages are made with, beside the class.
struct PageNeeds {
  PageAssets assets;
  ComparedFolders compared;
  CopySearch search;
};

/// Before anything runs: what the pages need, and that they can be written. Throws Error for what is missing or wrong.
PageNeeds read_page_needs(const ShownClass& shown, const Library& library);

/// Where a graded class comes from.
struct ClassOrigin {
  const std::string& ledger;
  const Library& library;
  const Experiment& experiment;
  const PageNeeds& needs;
};

/// Prints the class's table, and with ShownClass::output writes all pages.
void print_class(const ShownClass& shown, const ClassOrigin& origin, GradedClass graded);

}  // namespace warpledger
