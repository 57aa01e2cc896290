#include "spec/library.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/file.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

TEST(Library, FindsByNameInTheFirstRootThatHasIt) {
  const TemporaryLibrary mine;
  const TemporaryLibrary installed;
  installed.write("experiments/y.yaml", "");
  const Library library({mine.root(), installed.root()});
  EXPECT_EQ(library.experiment_path("x"), mine.path("experiments/x.yaml"));
  EXPECT_EQ(library.experiment_path("y"), installed.path("experiments/y.yaml"));
  EXPECT_EQ(library.family_folder("scale"), mine.path("kernels/scale"));
  EXPECT_EQ(library.experiments(), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(library.families(), std::vector<std::string>{"scale"});
  EXPECT_EQ(library.metric_groups(), std::vector<std::string>{"traffic"});
  EXPECT_EQ(library.reports(), std::vector<std::string>{});
}

TEST(Library, TakesAPathAsItIs) {
  const TemporaryLibrary files;
  EXPECT_EQ(Library({}).experiment_path(files.path("experiments/x.yaml")), files.path("experiments/x.yaml"));
  EXPECT_EQ(files.message([&] { Library({}).experiment_path(files.path("x.yaml")); }),
            "no experiment file 'x.yaml'\nhint: write a path that exists, or only a name");
}

TEST(Library, SaysWhereItSearchedAndWhatIsNear) {
  const TemporaryLibrary files;
  EXPECT_EQ(files.message([&] { files.library().metric_group_path("trafic"); }),
            "no metric group 'trafic' in metrics\nhint: did you mean 'traffic'? allowed: traffic");
  EXPECT_EQ(Library({"/a", "/b"}).experiments(), std::vector<std::string>{});
  try {
    Library({"/a", "/b"}).report_path("r");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "no report 'r' in /a/reports, /b/reports");
  }
}

TEST(Library, ANameDoesNotLeadOutOfItsFolder) {
  const TemporaryLibrary files;
  files.write("elsewhere/family.yaml", "");
  EXPECT_EQ(files.message([&] { files.library().family_folder("../elsewhere"); }),
            "no family '../elsewhere' in kernels\nhint: allowed: scale");
}

TEST(Library, TakesAReportsPathFromAPersonOnly) {
  const TemporaryLibrary files;
  files.write("reports/page.md", "");
  files.write("page.md", "");
  EXPECT_EQ(files.library().report_path("page"), files.path("reports/page.md"));
  EXPECT_EQ(files.library().report_path_or_file("page"), files.path("reports/page.md"));
  EXPECT_EQ(files.library().report_path_or_file(files.path("page.md")), files.path("page.md"));
  for (const std::string& path : {files.path("page.md"), std::string("../page"), std::string("page.md")})
    EXPECT_THROW(files.library().report_path(path), Error) << path;
}

TEST(Library, PutsTheRootOfAFileGivenByPathInFront) {
  const TemporaryLibrary files;
  const Library library({"/a"});
  const std::vector<std::string> expected{std::filesystem::canonical(files.root()), "/a"};
  EXPECT_EQ(library.with_root_of(files.path("experiments/x.yaml")).roots(), expected);
  EXPECT_EQ(library.with_root_of(files.path("mine.yaml")).roots(), expected);
  EXPECT_EQ(files.library().with_root_of(files.path("experiments/x.yaml")).roots(),
            std::vector<std::string>{files.root()});
}

std::string about_of(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "x.yaml";
  std::ofstream(file) << text;
  return about_in(file);
}

TEST(About, IsWhatTheFileSays) {
  EXPECT_EQ(about_of("family: x\nabout: Adds two vectors.\nkernels: [nonsense]\n"), "Adds two vectors.");
}

TEST(About, IsEmptyWhereTheFileDoesNotSay) { EXPECT_EQ(about_of("family: x\n"), ""); }

TEST(About, IsNotThereInAFileThatIsNoMapping) {
  EXPECT_THROW(about_of("[1, 2]\n"), Error);
  EXPECT_THROW(about_of("about: [a list]\n"), Error);
  EXPECT_THROW(about_of("about: {\n"), Error);
}

}  // namespace
}  // namespace warpledger
