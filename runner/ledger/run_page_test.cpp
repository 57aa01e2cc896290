#include "ledger/run_page.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// A data root with pages/, but without the plotting library.
class PageAssetsTest : public testing::Test {
 protected:
  PageAssetsTest() {
    fs::create_directory(root_ + "/pages");
    for (const char* name : {"page.css", "tables.js", "plot_kinds.js", "plots.js", "site.js"})
      std::ofstream(root_ + "/pages/" + name) << name;
  }

  void install_library() const {
    for (const char* folder : {"d3/dist", "@observablehq/plot/dist"})
      fs::create_directories(root_ + "/pages/node_modules/" + folder);
    std::ofstream(root_ + "/pages/node_modules/d3/dist/d3.min.js") << "d3";
    std::ofstream(root_ + "/pages/node_modules/@observablehq/plot/dist/plot.umd.min.js") << "plot";
  }

  const TemporaryFolder folder_;
  const std::string root_ = folder_.path();
};

TEST_F(PageAssetsTest, TheLibraryComesBeforeWhatDrawsWithIt) {
  install_library();
  const PageAssets assets = load_page_assets({"/nowhere", root_});
  EXPECT_EQ(assets.style, "page.css");
  EXPECT_EQ(assets.table_script, "tables.js");
  EXPECT_THAT(assets.plot_scripts, testing::ElementsAre("d3", "plot", "plot_kinds.js", "plots.js"));
}

TEST_F(PageAssetsTest, ASiteHasItsScriptLast) {
  install_library();
  EXPECT_EQ(load_site_assets({root_}).plot_scripts.back(), "site.js");
}

TEST_F(PageAssetsTest, WithoutTheLibraryTheySayWhyThereAreNoPlots) {
  const PageAssets assets = load_page_assets({root_});
  EXPECT_EQ(assets.table_script, "tables.js");
  EXPECT_THAT(assets.plot_scripts, testing::IsEmpty());
  EXPECT_THAT(assets.plots_absent, testing::AllOf(testing::HasSubstr(root_ + "/pages/node_modules/d3/dist/d3.min.js"),
                                                  testing::HasSubstr("scripts/setup plots")));
}

TEST_F(PageAssetsTest, AnInstallationWithoutTheFolderIsIncomplete) {
  try {
    load_page_assets({"/nowhere"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "the style and the scripts of HTML pages (pages/page.css) are missing\n"
                 "hint: the installation is incomplete: install again");
  }
}

}  // namespace
}  // namespace warpledger
