#include "base/write_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/temporary_folder.h"
#include "base/text.h"

namespace warpledger {
namespace {

class WriteFile : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  /// A file of that name with `text` in it.
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

}  // namespace
}  // namespace warpledger
