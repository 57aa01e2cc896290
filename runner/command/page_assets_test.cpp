#include "command/page_assets.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/temporary_folder.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// A root of data with its folder pages/, but without the plotting library.
class PageAssetsTest : public testing::Test {
 protected:
  PageAssetsTest() {
    fs::create_directory(root_ + "/pages");
    for (const char* name : {"page.css", "tables.js", "plot_kinds.js", "plots.js"})
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

TEST_F(PageAssetsTest, WithoutTheLibraryTheCureIsToInstallIt) {
  try {
    load_page_assets({root_});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.what(),
              "the plotting library of HTML pages is not installed: no " + root_ +
                  "/pages/node_modules/d3/dist/d3.min.js\ncure: run scripts/setup, or `npm ci --omit=dev` "
                  "in " +
                  root_ + "/pages");
  }
}

TEST_F(PageAssetsTest, AnInstallationWithoutTheFolderIsIncomplete) {
  try {
    load_page_assets({"/nowhere"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "the style and the scripts of HTML pages (pages/page.css) are not there\n"
                 "cure: the installation is incomplete: install again");
  }
}

}  // namespace
}  // namespace warpledger
