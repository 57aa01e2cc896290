#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// The texts that an HTML page carries in itself, because it may load nothing.
struct PageAssets {
  std::string style;                      ///< CSS
  std::string table_script;               ///< JavaScript that sorts tables
  std::vector<std::string> plot_scripts;  ///< the plotting library and what draws with it; left out without plots
  std::string plots_absent;               ///< why no plot can be drawn, with the hint; empty when they can
};

/// A whole document: `title` is plain text, `body` HTML. A policy in its head forbids it the network.
std::string html_page(std::string_view title, const std::string& body, bool has_plots, const PageAssets& assets);

/// A document among others that share their style and scripts: it loads those of the folder `assets`, a relative path,
/// and nothing else. `title` is plain text, `body` HTML.
std::string linked_html_page(std::string_view title, const std::string& body, const std::string& assets,
                             const std::vector<std::string>& styles, const std::vector<std::string>& scripts);

/// `page`, which html_page() made, called `title` and with `body` before its own. Throws std::logic_error for any other
/// text.
std::string html_page_before(std::string_view title, const std::string& body, const std::string& page);

/// HTML that shows printable() `text` as it is, within an element or a quoted attribute.
std::string html_escaped(std::string_view text);

}  // namespace warpledger
