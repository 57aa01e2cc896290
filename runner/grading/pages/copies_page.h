#pragma once

#include <string>
#include <vector>

#include "grading/copies/near_copies.h"
#include "report/html_page.h"

namespace warpledger {

struct CopiesContext {
  std::string experiment;
  bool on_host = false;  ///< GradedClass::on_host
  double least_share = 0;
  std::vector<std::string> refused;  ///< ComparedFolders::refused; empty with pseudonyms
  std::size_t refused_count = 0;
};

/// Returns an HTML page for graders only: pairs with much code in common, and their passages side by side. It accuses
/// nobody.
std::string copies_page(const NearCopies& found, const CopiesContext& context, const PageAssets& assets);

}  // namespace warpledger
