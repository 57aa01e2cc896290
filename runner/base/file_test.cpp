#include "base/file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace warpledger {
namespace {

class WriteFile : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  std::string file(const std::string& name, const std::string& text) {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

  const std::string database_ = std::string("SQLite format 3\0", 16) + "rows";

 private:
  TemporaryFolder folder_;
};

TEST_F(WriteFile, ReplacesAFile) {
  write_file(file("page.md", "old and longer"), "new");
  EXPECT_EQ(read_file(path("page.md")), "new");
}

TEST_F(WriteFile, LeavesNoPartOfAFileThatHasNoRoom) {
  signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(write_file(path("page.md"), std::string(100'000, 'x')), Error);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_FALSE(std::filesystem::exists(path("page.md")));
}

TEST_F(WriteFile, RefusesADatabaseWhateverItsName) {
  EXPECT_THROW(write_file(file("page.md", database_), "new"), Error);
  EXPECT_EQ(read_file(path("page.md")), database_);
}

TEST_F(WriteFile, RefusesTheLogAndTheIndexBesideADatabase) {
  file("r.db", database_);
  for (const char* name : {"r.db-wal", "r.db-shm", "r.db-journal"}) {
    EXPECT_THROW(write_file(file(name, "log"), "new"), Error) << name;
    EXPECT_EQ(read_file(path(name)), "log");
  }
}

TEST_F(WriteFile, TakesAFileThatOnlyIsCalledLikeALog) {
  write_file(path("r.db-wal"), "new");
  EXPECT_EQ(read_file(path("r.db-wal")), "new");
}

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

TEST(ReadFile, ReadsAnEmptyFileAsEmpty) {
  const std::string path = testing::TempDir() + "empty";
  std::ofstream(path).close();
  EXPECT_EQ(read_file(path), "");
  std::remove(path.c_str());
}

TEST(ReadFile, NamesAFileThatCannotBeRead) {
  try {
    read_file("/no/such/file");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "/no/such/file: cannot read this file\nhint: check that it exists and is readable");
  }
}

TEST(ReadFile, RefusesAFolder) { EXPECT_THROW(read_file("/"), Error); }

}  // namespace
}  // namespace warpledger
