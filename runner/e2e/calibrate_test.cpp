// What `warpledger calibrate` says before it begins; that it fits is for a GPU's counters to show.
#include <gtest/gtest.h>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

TEST(Calibrate, RefusesARunOfTheHost) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(warpledger({"run", "planted", "--set", "kernel=right", "--device", "host", "--quiet"}, folder).exit_code,
            0);
  const Ended ended = warpledger({"calibrate", "--run", "latest"}, folder);
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.err.substr(ended.err.find(" was on")),
            " was on the host, which has no counters\n"
            "hint: name runs on a GPU that collected counters\n");
}

TEST(Calibrate, RefusesAnOutputThatCannotBeWrittenBeforeItBegins) {
  const Ended ended = warpledger({"calibrate", "--out", "no/folder.json"}, fresh_folder());
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.err,
            "warpledger: no/folder.json: cannot be written: No such file or directory\n"
            "hint: name a file in an existing folder with --out\n");
}

TEST(Calibrate, SaysThatTheLedgerIsNotThere) {
  const Ended ended = warpledger({"calibrate", "--run", "latest", "--db", "none.db"}, fresh_folder());
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_NE(ended.err.find("none.db"), std::string::npos) << ended.err;
}

}  // namespace
}  // namespace warpledger::e2e
