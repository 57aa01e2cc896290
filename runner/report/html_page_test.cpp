#include "report/html_page.h"

#include <gmock/gmock.h>

#include "report/draw.h"
#include "report/report_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::Not;

PageAssets small_assets(const std::string& folder) {
  return {.style = "p {}\n", .table_script = "sort()", .plot_scripts = {"plot()"}, .folder = folder};
}

TEST(HtmlPage, CarriesItsAssets) {
  const PageAssets assets = small_assets("");
  const std::string page = html_page("<t>", with_plot_scripts("<p>b</p>\n", assets), assets);
  for (const char* part : {"<title>&lt;t&gt;</title>", "p {}", "sort()", "plot()"}) EXPECT_THAT(page, HasSubstr(part));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
}

TEST(HtmlPage, LoadsTheFilesOfItsFolder) {
  const PageAssets assets = small_assets("../assets/");
  const std::string page = html_page("t", with_plot_scripts("<p>b</p>\n", assets), assets);
  for (const auto& [name, text] : asset_files(assets)) {
    EXPECT_THAT(page, HasSubstr("=\"../assets/" + name + "\">"));
    EXPECT_THAT(page, Not(HasSubstr(text)));
  }
}

TEST(HtmlTable, HoldsWhatItsCallerMakesOfEachCell) {
  const std::string html = render_html_table({{"name", "n"}, {Row{std::string("<a>"), Cell()}}},
                                             [](std::size_t row, std::size_t column, const std::string& text) {
                                               return column == 0 ? html_link("x?&", std::to_string(row)) + text : text;
                                             });
  EXPECT_THAT(html,
              HasSubstr("<td class=\"short\"><a href=\"x?&amp;\">0</a>&lt;a&gt;</td><td class=\"number\">-</td>"));
}

}  // namespace
}  // namespace warpledger
