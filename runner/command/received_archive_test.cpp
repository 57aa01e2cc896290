#include "command/received_archive.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

TEST(ReceivedArchive, IsCalledStandardInputInErrorsThatKeepTheirLineAndColumn) {
  const ReceivedArchive received;
  const Error error({.file = received.path(), .line = 3, .column = 2, .line_text = "a b"}, "no such word", "leave it");
  EXPECT_STREQ(received.told(error).what(), "the submission:3:2: no such word\n  a b\n   ^\nhint: leave it");
}

TEST(ReceivedArchive, LeavesErrorsOfOtherFilesAsTheyAreAndLosesNoneOfSeveral) {
  const ReceivedArchive received;
  const Error one({.file = "a.cu", .line = 7}, "bad include", "");
  EXPECT_STREQ(received.told(one).what(), one.what());
  const Error several({one, Error({.file = received.path()}, "cannot be read", "")});
  EXPECT_STREQ(received.told(several).what(), "a.cu:7: bad include\n\nthe submission: cannot be read");
}

}  // namespace
}  // namespace warpledger
