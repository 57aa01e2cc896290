#include "report/html_page.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace warpledger {
namespace {

TEST(HtmlPage, TakesAnotherBodyAndTitleBeforeItsOwn) {
  const PageAssets assets{.style = "p {}\n", .table_script = "sort()", .plot_scripts = {"plot()"}};
  const std::string page = html_page("own", "<p>own</p>\n", true, assets);
  EXPECT_EQ(html_page_before("<other>", "<p>other</p>\n", page),
            html_page("<other>", "<p>other</p>\n<p>own</p>\n", true, assets));
}

TEST(HtmlPage, OfAnotherMakeTakesNoBodyBeforeItsOwn) {
  EXPECT_THROW(html_page_before("title", "<p></p>", "<main>\n</main>"), std::logic_error);
}

}  // namespace
}  // namespace warpledger
