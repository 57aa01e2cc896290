#include <gtest/gtest.h>

#include "grading/rule_text.h"

namespace warpledger {
namespace {

TEST(MachinePaths, AreShortenedToTheirLastPart) {
  EXPECT_EQ(without_folders("/home/prof/class/ida/x.h: a link to outside"), "x.h: a link to outside");
  EXPECT_EQ(without_folders("In file included from /usr/include/math.h:3:\nk.cu:1 (/opt/cuda/include/)"),
            "In file included from math.h:3:\nk.cu:1 (include/)");
}

TEST(MachinePaths, AreNotWhatTheSourceSays) {
  for (const char* text : {"'/etc/passwd' is outside the submission", "#include </a/b.h>", "y[i] = a / b / c;",
                           "// a/b/c", "reads and/or writes", "1/2", "/"})
    EXPECT_EQ(without_folders(text), text);
}

}  // namespace
}  // namespace warpledger
