#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpledger {

/// Style and scripts of HTML pages. A page carries them, because it may load nothing, or loads them from files that it
/// shares with other pages.
struct PageAssets {
  std::string style;                      ///< CSS
  std::string table_script;               ///< JavaScript that sorts tables
  std::vector<std::string> plot_scripts;  ///< the plotting library and what draws with it
  std::string plots_absent;               ///< why no plot can be drawn, with the hint; empty when they can
  std::string folder = {};  ///< address of the folder with asset_files(), with '/' at its end; empty: none
};

/// Names and texts of the files that a page with `assets.folder` loads.
std::vector<std::pair<std::string, std::string>> asset_files(const PageAssets& assets);

/// A whole document: `title` is plain text, `body` HTML. A policy in its head forbids the network.
std::string html_page(std::string_view title, const std::string& body, const PageAssets& assets);

/// `body` and the scripts that draw its plots.
std::string with_plot_scripts(const std::string& body, const PageAssets& assets);

/// HTML that shows printable() `text` as it is, within an element or a quoted attribute.
std::string html_escaped(std::string_view text);

/// JSON in an element that it cannot end.
std::string json_element(std::string json, std::string_view attributes = "");

/// A link; both are plain text.
std::string html_link(std::string_view address, std::string_view text);

}  // namespace warpledger
