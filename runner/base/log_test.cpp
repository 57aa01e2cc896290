#include "base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

TEST(Log, HasALinePerMessageWithTimeAndProcess) {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "log";
  open_log(path);
  EXPECT_EQ(std::getenv(kLogVariable), path);
  log("compiled {} in {:.1f} s", "a\nb", 0.25);
  log("ended");
  const std::string process = std::to_string(getpid());
  EXPECT_THAT(read_file(path), testing::MatchesRegex("[0-9]+-[0-9]+-[0-9]+T[0-9]+:[0-9]+:[0-9]+[.][0-9][0-9][0-9]Z " +
                                                     process + " compiled a b in 0.2 s\n.* " + process + " ended\n"));
}

TEST(Log, CannotBeAFolder) {
  const TemporaryFolder folder;
  EXPECT_THROW(open_log(folder.path()), Error);
}

}  // namespace
}  // namespace warpledger
