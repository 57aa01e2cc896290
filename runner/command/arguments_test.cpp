#include "command/arguments.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "command/command_line.h"

namespace warpledger {
namespace {

/// Returns how a command with all kinds of arguments records `words`.
std::string written_down(std::vector<const char*> words) {
  std::string experiment, written;
  std::vector<std::string> set, only, formats, after;
  bool quiet = false;
  const auto declare = [&](Arguments& arguments) {
    arguments.text("experiment", experiment, "which");
    arguments.repeated("--set", set, "an axis");
    arguments.list("--only", only, "who");
    arguments.comma_list("--format", formats, {"csv", "json"}, "how");
    arguments.after_dashes(after, "numbers");
    arguments.flag("--quiet", quiet, "say nothing");
    arguments.run([&written, arguments] {
      written = arguments.words_given();
      return 0;
    });
  };
  const CommandRow rows[] = {{"run", "about", declare, "Measure"}};
  words.insert(words.begin(), "warpledger");
  run_command_line(rows, static_cast<int>(words.size()), words.data());
  return written;
}

TEST(WordsGiven, AreTheCommandLineWithoutTheProgramsName) {
  EXPECT_EQ(written_down({"run", "matmul", "--set", "kernel=a", "--set", "warps=8", "--quiet"}),
            "run matmul --set kernel=a --set warps=8 --quiet");
  EXPECT_EQ(written_down({"run", "matmul", "--only", "anna", "ben", "--format", "csv,json", "--", "-3"}),
            "run matmul --only anna ben --format csv,json -- -3");
}

TEST(WordsGiven, AreQuotedForAShell) {
  EXPECT_EQ(written_down({"run", "matmul", "--set", "kernel=f<8, 4>"}), "run matmul --set 'kernel=f<8, 4>'");
}

}  // namespace
}  // namespace warpledger
