#include "compare/site_folder.h"

#include <gmock/gmock.h>

#include <fstream>
#include <stdexcept>

#include "base/error.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class SiteFolderTest : public testing::Test {
 protected:
  fs::path path() const { return folder_.path() / "public"; }

  void publish(const std::string& text) const {
    SiteFolder site(path().string());
    site.write("index.html", text);
    site.write("groups/a.html", text);
    site.publish();
  }

  std::string refusal() const {
    try {
      publish("refused");
    } catch (const Error& error) {
      return error.what();
    }
    return "not refused";
  }

  std::vector<std::string> beside() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path())) names.push_back(entry.path().filename());
    return names;
  }

  const TemporaryFolder folder_;
};

TEST_F(SiteFolderTest, AppearsWholeAndLeavesNothingBesideIt) {
  publish("one");
  EXPECT_EQ(read_file(path() / "groups/a.html"), "one");
  EXPECT_THAT(beside(), testing::ElementsAre("public"));
}

TEST_F(SiteFolderTest, ReplacesTheFormerSite) {
  publish("one");
  publish("two");
  EXPECT_EQ(read_file(path() / "index.html"), "two");
  EXPECT_THAT(beside(), testing::ElementsAre("public"));
}

TEST_F(SiteFolderTest, MayBeAnEmptyFolder) {
  fs::create_directory(path());
  publish("one");
  EXPECT_EQ(read_file(path() / "index.html"), "one");
}

TEST_F(SiteFolderTest, ReplacesNobodysFolder) {
  fs::create_directory(path());
  std::ofstream(path() / "results.db") << "years";
  EXPECT_THAT(refusal(), HasSubstr("this folder is not a site"));
  EXPECT_EQ(read_file(path() / "results.db"), "years");
}

TEST_F(SiteFolderTest, ReplacesNoSiteThatSomebodyPutAFileInto) {
  publish("one");
  fs::create_directory(path() / "data");
  std::ofstream(path() / "data/results.db") << "years";
  EXPECT_THAT(refusal(), HasSubstr("'data/results.db' in this folder is not part of the site"));
  EXPECT_EQ(read_file(path() / "index.html"), "one");
}

TEST_F(SiteFolderTest, ReplacesNeitherAFileNorALink) {
  std::ofstream(path()) << "a file";
  EXPECT_THAT(refusal(), HasSubstr("this is not a folder"));
  fs::remove(path());
  fs::create_directory(folder_.path() / "elsewhere");
  fs::create_directory_symlink(folder_.path() / "elsewhere", path());
  EXPECT_THAT(refusal(), HasSubstr("this is not a folder"));
}

TEST_F(SiteFolderTest, ThatIsNotPublishedIsNotThere) {
  {
    SiteFolder site(path().string());
    site.write("index.html", "half");
  }
  EXPECT_TRUE(beside().empty());
}

TEST_F(SiteFolderTest, HasNoFileOutsideItself) {
  SiteFolder site(path().string());
  for (const char* name : {"../x.html", "/x.html", "a/../../x.html", "A.html", ""})
    EXPECT_THROW(site.write(name, ""), std::logic_error) << name;
}

}  // namespace
}  // namespace warpledger
