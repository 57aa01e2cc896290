#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpledger {

/// Style and scripts of HTML pages: in the page, or in files shared by pages.
struct PageAssets {
  std::string style;
  std::string table_script;               ///< sorts tables
  std::vector<std::string> plot_scripts;  ///< plotting library and its caller
  std::string plots_absent;               ///< why no plot can be drawn; may be empty
  std::string folder = {};                ///< address of asset_files(), ending with '/'; empty: none
};

/// Names and texts of the files in `assets.folder`.
std::vector<std::pair<std::string, std::string>> asset_files(const PageAssets& assets);

/// Complete document; `title` is plain text. A policy forbids network access.
std::string html_page(std::string_view title, const std::string& body, const PageAssets& assets);

std::string with_plot_scripts(const std::string& body, const PageAssets& assets);

/// Escapes printable() `text` for an element or attribute.
std::string html_escaped(std::string_view text);

/// Script element that the JSON cannot close.
std::string json_element(std::string json, std::string_view attributes = "");

/// Returns a link; both arguments are plain text.
std::string html_link(std::string_view address, std::string_view text);

}  // namespace warpledger
