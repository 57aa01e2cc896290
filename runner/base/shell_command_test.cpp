#include "base/shell_command.h"

#include <gtest/gtest.h>

#include "base/subprocess.h"

namespace warpledger {
namespace {

TEST(ShellCommand, QuotesWhatAShellWouldTakeApart) {
  EXPECT_EQ(shell_command({"warpledger", "run", "x", "--set", "warps=4,8"}), "warpledger run x --set warps=4,8");
  EXPECT_EQ(shell_command({"--set", "warps=[1, 2]", "it's", ""}), R"(--set 'warps=[1, 2]' 'it'\''s' '')");
}

TEST(ShellCommand, IsReadByAShellAsTheWordsItWasMadeOf) {
  const std::string line = shell_command({"printf", "%s|", "a b", "it's", "$HOME", "", "\"x\""});
  EXPECT_EQ(run_process({"sh", "-c", line}, ".").output, "a b|it's|$HOME||\"x\"|");
}

}  // namespace
}  // namespace warpledger
