#include "compare/site_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "model/digest.h"

namespace warpledger {
namespace {

constexpr const char* kStyles[] = {"page.css", "site.css"};
constexpr const char* kTables = "tables.js";
constexpr const char* kSite = "site.js";

std::string plot_script(std::size_t place) { return fmt::format("plot{}.js", place); }

constexpr std::size_t kPlotScripts = 4;  // those of load_page_assets()

}  // namespace

void write_site_assets(SiteFolder& folder, const PageAssets& assets, const std::string& site_style,
                       const std::string& site_script) {
  folder.write(fmt::format("assets/{}", kStyles[0]), assets.style);
  folder.write(fmt::format("assets/{}", kStyles[1]), site_style);
  folder.write(fmt::format("assets/{}", kTables), assets.table_script);
  for (std::size_t i = 0; i < assets.plot_scripts.size(); ++i)
    folder.write("assets/" + plot_script(i), assets.plot_scripts[i]);
  folder.write(fmt::format("assets/{}", kSite), site_script);
}

std::string site_page(const SiteFrame& frame, std::string_view title, const std::string& body, int depth) {
  std::string root;
  for (int i = 0; i < depth; ++i) root += "../";
  std::vector<std::string> scripts = {kTables};
  for (std::size_t i = 0; frame.has_plots && i < kPlotScripts; ++i) scripts.push_back(plot_script(i));
  scripts.emplace_back(kSite);
  const std::string head = fmt::format(
      "<nav class=\"site\"><a href=\"{0}index.html\"><b>{1}</b></a><a "
      "href=\"{0}index.html#experiments\">Experiments</a>"
      "<a href=\"{0}runs.html\">Runs</a></nav>\n",
      root, html_escaped(frame.ledger));
  const std::string foot = fmt::format("<footer>{}</footer>\n", html_escaped(frame.made_of));
  return linked_html_page(title, head + body + foot, root + "assets/", {kStyles[0], kStyles[1]}, scripts);
}

std::string site_id(const std::vector<std::string>& parts) {
  const std::vector<std::string_view> texts(parts.begin(), parts.end());
  return fmt::format("{:016x}", digest64(texts));
}

std::string link_to(const std::string& address, std::string_view text) {
  return fmt::format("<a href=\"{}\">{}</a>", html_escaped(address), html_escaped(text));
}

std::string badge_of(const std::string& verdict) {
  std::string kind = verdict;
  std::ranges::transform(kind, kind.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return fmt::format("<span class=\"badge {}\">{}</span>", html_escaped(kind), html_escaped(verdict));
}

}  // namespace warpledger
