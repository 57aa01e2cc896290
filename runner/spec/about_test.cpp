#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/file.h"
#include "spec/library.h"

namespace warpledger {
namespace {

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
