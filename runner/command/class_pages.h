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

/// Output options of `grade`.
struct ShownClass {
  Format format = Format::text;
  std::string output;                     ///< folder of pages; empty: none
  std::string pseudonyms;                 ///< file; empty: show the names
  std::string names;                      ///< file; maps a ledger's pseudonyms to names
  std::vector<std::string> compare_with;  ///< folders to search for near copies
  std::optional<double> alike_percent;    ///< CopySearch::least_share
};

struct PageNeeds {
  PageAssets assets;
  ComparedFolders compared;
  CopySearch search;
};

/// Throws Error, before anything runs, if an input is invalid or pages cannot be written.
PageNeeds read_page_needs(const ShownClass& shown, const Library& library);

struct ClassOrigin {
  const std::string& ledger;
  const Library& library;
  const Experiment& experiment;
  const PageNeeds& needs;
};

/// Prints the class's table; writes all pages if ShownClass::output is set.
void print_class(const ShownClass& shown, const ClassOrigin& origin, GradedClass graded);

}  // namespace warpledger
