#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpledger {

/// Style and scripts of HTML pages. A page contains them, so that it loads nothing, or loads them from files shared
/// with other pages.
struct PageAssets {
  std::string style;                      ///< CSS
  std::string table_script;               ///< JavaScript that sorts tables
  std::vector<std::string> plot_scripts;  ///< plotting library and the code that uses it
  std::string plots_absent;               ///< why no plot can be drawn, with a hint; empty if they can
  std::string folder = {};                ///< address of the folder with asset_files(), ending with '/'; empty: none
};

/// Names and texts of the files that a page with `assets.folder` loads.
std::vector<std::pair<std::string, std::string>> asset_files(const PageAssets& assets);

/// Returns a complete document; `title` is plain text, `body` HTML. A policy in its head forbids network access.
std::string html_page(std::string_view title, const std::string& body, const PageAssets& assets);

/// Returns `body` and the scripts that draw its plots.
std::string with_plot_scripts(const std::string& body, const PageAssets& assets);

/// Escapes printable() `text` for an element or a quoted attribute.
std::string html_escaped(std::string_view text);

/// Returns JSON in a script element, escaped so that it cannot close the element.
std::string json_element(std::string json, std::string_view attributes = "");

/// Returns a link; both arguments are plain text.
std::string html_link(std::string_view address, std::string_view text);

}  // namespace warpledger
