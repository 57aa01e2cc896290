#include <gtest/gtest.h>

#include "run/resume.h"

namespace warpledger {
namespace {

constexpr const char* kUuid = "1a2b3c4d-0000-4000-8000-000000000000";

TEST(ResumeCommand, NamesTheRunAndTheLedgerUnlessItIsTheUsualOne) {
  EXPECT_EQ(resume_command("results.db", kUuid), "warpledger run --resume 1a2b3c4d");
  EXPECT_EQ(resume_command("/data/night.db", kUuid), "warpledger run --resume 1a2b3c4d --db /data/night.db");
}

TEST(ResumeCommand, QuotesALedgersNameForTheShell) {
  EXPECT_EQ(resume_command("my night.db", kUuid), "warpledger run --resume 1a2b3c4d --db 'my night.db'");
  EXPECT_EQ(resume_command("it's.db", kUuid), "warpledger run --resume 1a2b3c4d --db 'it'\\''s.db'");
}

}  // namespace
}  // namespace warpledger
