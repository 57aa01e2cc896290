#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compare/site_folder.h"
#include "report/html_page.h"

namespace warpledger {

/// What all pages of a site share.
struct SiteFrame {
  std::string ledger;   ///< what the site is of, as plain text
  std::string made_of;  ///< "made 2026-11-24 20:41 by warpledger 0.1.0"
  bool has_plots = true;
};

/// The style and scripts of a site's pages, written once.
void write_site_assets(SiteFolder& folder, const PageAssets& assets, const std::string& site_style,
                       const std::string& site_script);

/// A page of a site: its head with the way back, `body`, its foot. `depth` is how many folders deep it lies.
std::string site_page(const SiteFrame& frame, std::string_view title, const std::string& body, int depth);

/// A name for a file or an anchor that stands for `parts` in every site of the ledger: hexadecimal digits.
std::string site_id(const std::vector<std::string>& parts);

/// A link; `text` is plain.
std::string link_to(const std::string& address, std::string_view text);

/// "<span class="badge slower">SLOWER</span>" of a verdict.
std::string badge_of(const std::string& verdict);

}  // namespace warpledger
