#pragma once

#include <string>
#include <vector>

#include "grading/copies/near_copies.h"
#include "report/html_page.h"

namespace warpledger {

/// Where the page of near copies comes from.
struct CopiesContext {
  std::string experiment;
  bool on_host = false;  ///< GradedClass::on_host
  double least_share = 0;
  std::vector<std::string> refused;  ///< ComparedFolders::refused; empty with pseudonyms
  std::size_t refused_count = 0;
};

/// An HTML page for who answers for the grades, and for nobody else: pairs with much code in common, the places side by
/// side. It says what a person is to judge and accuses nobody.
std::string copies_page(const NearCopies& found, const CopiesContext& context, const PageAssets& assets);

}  // namespace warpledger
