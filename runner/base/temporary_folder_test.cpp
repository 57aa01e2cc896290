#include "base/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryFolder, IsThereWhileTheObjectLivesAndGoneWithAllThatIsInIt) {
  fs::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    std::ofstream(path / "file") << "text";
    fs::create_directory(path / "folder");
    EXPECT_TRUE(fs::exists(path / "file"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, LiesWhereItIsAskedFor) {
  const TemporaryFolder outer;
  const TemporaryFolder one(outer.path()), other(outer.path());
  EXPECT_EQ(one.path().parent_path(), outer.path());
  EXPECT_NE(one.path(), other.path());
}

TEST(TemporaryFolder, SaysWhereNoneCanBeMade) {
  try {
    const TemporaryFolder folder("/nowhere");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "/nowhere: cannot create a folder here: No such file or directory\n"
                 "hint: check that it exists and is writable; $TMPDIR names the folder for temporary files");
  }
}

}  // namespace
}  // namespace warpledger
