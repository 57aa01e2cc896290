#include <gtest/gtest.h>

#include <filesystem>

#include "run/resume.h"
#include "store/ledger_fixture.h"

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

class StoredRunOptions : public LedgerTest {};

TEST_F(StoredRunOptions, ReadTheOldWordForUntrustedCodeInALedgerOfSchema6) {
  std::filesystem::copy(std::filesystem::path(kSchema).parent_path() / "runner/store/testdata/schema-6.db", path());
  LedgerWriter writer(path(), kSchema);
  const StoredRun run = writer.claim_run("latest");
  EXPECT_NE(run.settings_json.find("\"foreign\":true"), std::string::npos);
  EXPECT_TRUE(stored_run_options(run, {}).untrusted);
}

}  // namespace
}  // namespace warpledger
