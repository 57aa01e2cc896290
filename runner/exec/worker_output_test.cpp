#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exec/worker_child.h"

namespace warpledger {
namespace {

/// Standard error of one request that prints `texts`.
std::string shown(WorkerOutput& output, const std::vector<std::string>& texts) {
  testing::internal::CaptureStderr();
  output.begin_request();
  for (const std::string& text : texts) output.take(text);
  output.end_request();
  return testing::internal::GetCapturedStderr();
}

TEST(WorkerOutput, ShowsWhatIsPrinted) {
  WorkerOutput output;
  EXPECT_EQ(shown(output, {"x = 1\n", "x = 2\n"}), "x = 1\nx = 2\n");
  EXPECT_EQ(output.last_line(), "x = 2");
}

TEST(WorkerOutput, ShowsWhatSteersATerminalAsEscapes) {
  WorkerOutput output;
  EXPECT_EQ(shown(output, {"t/µs\t1\n\x1b[2J"}), "t/µs\t1\n\\x1b[2J");
}

TEST(WorkerOutput, CutsAFloodAndSaysHowMuchIsMissing) {
  WorkerOutput output;
  const std::string limit(WorkerOutput::kShownBytes, 'a');
  EXPECT_EQ(shown(output, {limit.substr(1), std::string(1001, 'b'), "end\n"}),
            limit.substr(1) + "b\n[1 004 more bytes of the kernel's output are not shown]\n");
  EXPECT_EQ(output.last_line().substr(output.last_line().size() - 4), "bend");
}

TEST(WorkerOutput, TheLimitHoldsForEachRequest) {
  WorkerOutput output;
  shown(output, {std::string(WorkerOutput::kShownBytes + 1, 'a')});
  EXPECT_EQ(shown(output, {"again"}), "again");
}

TEST(WorkerOutput, LinesOfUntrustedCodeBeginWithItsAuthorAndDoNothingToATerminal) {
  WorkerOutput output("anna");
  EXPECT_EQ(shown(output, {"ben: 40 of", " 40\n\x1b[2J\n", "end"}), "anna| ben: 40 of 40\nanna| \\x1b[2J\nanna| end\n");
  EXPECT_EQ(shown(output, {"again\n"}), "anna| again\n");
}

TEST(WorkerOutput, SaysInTheNameOfUntrustedCodeHowMuchOfItsFloodIsMissing) {
  WorkerOutput output("anna");
  const std::string flood(WorkerOutput::kShownBytes + 7, 'a');
  EXPECT_EQ(shown(output, {flood}),
            "anna| " + flood.substr(7) + "\nanna| [7 more bytes of the kernel's output are not shown]\n");
}

TEST(WorkerOutput, AnAuthorWhoFloodsEachRequestFallsSilent) {
  WorkerOutput output("anna");
  const std::string flood(WorkerOutput::kShownBytes + 7, 'a');
  std::string all;
  for (int i = 0; i < 100; ++i) all += shown(output, {flood});
  EXPECT_THAT(all,
              testing::EndsWith("\nanna| [7 more bytes of the kernel's output are not shown, nor what it prints from "
                                "here on]\n"));
  EXPECT_LT(all.size(), WorkerOutput::kAuthorBytes + 1000);
  EXPECT_EQ(output.printed_bytes(), flood.size());
}

TEST(WorkerOutput, TheLastLineIsTextWhateverWasPrinted) {
  WorkerOutput output;
  shown(output, {"first\n", "bytes \xff\x01 ", "end\r\n\n"});
  EXPECT_EQ(output.last_line(), "bytes \\xff\\x01 end");
  shown(output, {});
  EXPECT_EQ(output.last_line(), "");
}

}  // namespace
}  // namespace warpledger
