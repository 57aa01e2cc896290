#include <gtest/gtest.h>

#include "exec/reference.h"

namespace warpledger {
namespace {

constexpr ComparedOutput kOutput{
    .expected_id = 1, .buffer = 2, .tolerance_abs = 3, .tolerance_rel = 4, .fingerprint = 5};

TEST(AcceptedOutputs, GiveTheCheckOfTheSameBytes) {
  AcceptedOutputs outputs;
  outputs.add(kOutput, {"y", 100, 0, 0.25});
  ASSERT_NE(outputs.find(kOutput), nullptr);
  EXPECT_EQ(outputs.find(kOutput)->max_abs_error, 0.25);
}

TEST(AcceptedOutputs, AreNotThoseOfAnotherAnswerBufferToleranceOrContent) {
  AcceptedOutputs outputs;
  outputs.add(kOutput, {});
  for (ComparedOutput other :
       {ComparedOutput{0, 2, 3, 4, 5}, ComparedOutput{1, 0, 3, 4, 5}, ComparedOutput{1, 2, 0, 4, 5},
        ComparedOutput{1, 2, 3, 0, 5}, ComparedOutput{1, 2, 3, 4, 0}})
    EXPECT_EQ(outputs.find(other), nullptr);
}

TEST(AcceptedOutputs, AreForgottenRatherThanFillTheMemory) {
  AcceptedOutputs outputs;
  ComparedOutput output = kOutput;
  for (; output.fingerprint < 10'000; ++output.fingerprint) outputs.add(output, {});
  EXPECT_EQ(outputs.find(kOutput), nullptr);
  --output.fingerprint;
  EXPECT_NE(outputs.find(output), nullptr);
}

}  // namespace
}  // namespace warpledger
