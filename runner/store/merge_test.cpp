#include "store/merge.h"

#include <SQLiteCpp/Database.h>

#include <algorithm>

#include "base/file.h"
#include "store/export.h"
#include "store/ledger_check.h"
#include "store/ledger_file.h"
#include "store/ledger_fixture.h"
#include "store/notes.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Merge : public LedgerTest {
 protected:
  std::string ledger(const std::string& name) const {
    LedgerWriter writer(in_folder(name), kSchema);
    std::string uuid = writer.begin_run(run_info());
    for (int i = 0; i < 2; ++i) writer.record(job(i), result(i));
    writer.end_run("finished", "");
    return uuid;
  }
  std::string copy(const std::string& from, const std::string& to) const {
    std::filesystem::copy(in_folder(from), in_folder(to));
    return in_folder(to);
  }
  Merged merge(const std::string& into, const std::string& from, const MergeTake& take = {}) const {
    return merge_ledger(in_folder(into), in_folder(from), kSchema, take);
  }
  std::string dump(const std::string& name) const { return rows_of(in_folder(name)); }
  bool is_whole(const std::string& name) const {
    const auto verified = verify_ledger(in_folder(name), kSchema);
    return std::all_of(verified.begin(), verified.end(), [](const Verified& one) { return one.problem_count == 0; });
  }
};

TEST_F(Merge, AddsWhatIsMissingAndCountsIt) {
  ledger("a.db");
  copy("a.db", "b.db");
  ledger("b.db");
  write_note(in_folder("b.db"), kSchema, {.run = "latest", .text = "warm day"});
  const Merged merged = merge("a.db", "b.db");
  EXPECT_EQ(merged.runs.added, 1);
  EXPECT_EQ(merged.runs.already_there, 1);
  EXPECT_EQ(merged.points.added, 2);
  EXPECT_EQ(merged.points.already_there, 2);
  EXPECT_EQ(merged.notes.added, 1);
  EXPECT_EQ(merged.adjustments.added, 0);
  EXPECT_EQ(merged.conflict_count, 0);
  EXPECT_TRUE(dump("a.db") == dump("b.db"));
  EXPECT_TRUE(is_whole("a.db"));
}

TEST_F(Merge, CountsAdjustments) {
  RunInfo info = run_info();
  info.submission = "anna";
  LedgerWriter(in_folder("b.db"), kSchema).begin_run(info);
  Adjustment late;
  late.experiment = info.experiment;
  late.submission = "anna";
  late.percent = -10;
  late.reason = "one day late";
  write_adjustment(in_folder("b.db"), kSchema, late);
  EXPECT_EQ(merge("a.db", "b.db", {.adjustments = true}).adjustments.added, 1);
  const Merged again = merge("a.db", "b.db", {.adjustments = true});
  EXPECT_EQ(again.adjustments.added, 0);
  EXPECT_EQ(again.adjustments.already_there, 1);
}

TEST_F(Merge, InAnyOrderComesToTheSameRows) {
  ledger("a.db");
  copy("a.db", "b.db");
  ledger("b.db");
  copy("b.db", "c.db");
  ledger("c.db");
  ledger("a.db");
  std::vector<std::string> names = {"a.db", "b.db", "c.db"};
  std::vector<std::string> dumps;
  do {
    const std::string into = "all" + std::to_string(dumps.size());
    for (const std::string& name : names) merge(into, name);
    dumps.push_back(dump(into));
  } while (std::next_permutation(names.begin(), names.end()));
  EXPECT_EQ(dumps.size(), 6);
  EXPECT_THAT(dumps, testing::Each(dumps.front()));
}

TEST_F(Merge, TakesProgramsOfTheSameTextForOneWhereverTheirFilesWere) {
  const auto measured_in = [&](const std::string& folder, const std::string& name) {
    LedgerWriter writer(in_folder(name), kSchema);
    writer.begin_run(run_info());
    Job moved = job(0);
    moved.program.main.name = folder + "/norm_base.cu";
    writer.record(moved, result(0));
    writer.end_run("finished", "");
  };
  measured_in("/home/anna", "a.db");
  measured_in("/srv/course", "b.db");
  const Merged merged = merge("a.db", "b.db");
  EXPECT_THAT(merged.conflicts, IsEmpty());
  EXPECT_EQ(merged.runs.added, 1);
  EXPECT_TRUE(is_whole("a.db"));
  EXPECT_EQ(merge("a.db", "b.db").runs.added, 0);
}

TEST_F(Merge, RefusesProgramsOfWhichATextDiffers) {
  ledger("a.db");
  copy("a.db", "b.db");
  ledger("b.db");
  {
    SQLite::Database database(in_folder("b.db"), SQLite::OPEN_READWRITE);
    database.exec("DROP TRIGGER source_no_update; UPDATE source SET sha256 = 'other' WHERE name = 'norm_base.cu'");
  }
  EXPECT_THROW(merge("a.db", "b.db"), Error);
}

TEST_F(Merge, TwiceChangesNothing) {
  ledger("a.db");
  ledger("b.db");
  merge("a.db", "b.db");
  const std::string once = dump("a.db");
  EXPECT_EQ(merge("a.db", "b.db").runs.added, 0);
  EXPECT_TRUE(dump("a.db") == once);
}

TEST_F(Merge, TakesInTheRestOfARunThatWasCopiedHalfDone) {
  const std::string whole = in_folder("whole.db");
  LedgerWriter writer(whole, kSchema);
  writer.begin_run(run_info());
  writer.record(job(0), result(0));
  writer.save_copy(in_folder("half.db"));
  writer.record(job(1), result(1));
  writer.end_run("finished", "");
  const Merged merged = merge("half.db", "whole.db");
  EXPECT_EQ(merged.points.added, 1);
  EXPECT_EQ(merged.points.already_there, 1);
  EXPECT_TRUE(dump("half.db") == dump("whole.db"));
}

TEST_F(Merge, RefusesARunThatWasResumedInTwoPlaces) {
  LedgerWriter writer(in_folder("a.db"), kSchema);
  writer.begin_run(run_info());
  writer.save_copy(in_folder("b.db"));
  writer.record(job(0), result(0));
  LedgerWriter elsewhere(in_folder("b.db"), kSchema);
  elsewhere.claim_run("latest");
  Result other = result(0);
  other.wall_s = 7;
  elsewhere.record(job(0), other);
  const std::string before = dump("a.db");
  const Merged merged = merge("a.db", "b.db");
  EXPECT_EQ(merged.conflict_count, 1);
  EXPECT_THAT(merged.conflicts, ElementsAre(testing::StartsWith("point: id ")));
  EXPECT_TRUE(dump("a.db") == before);
}

TEST_F(Merge, RefusesWhatItDoesNotKnow) {
  ledger("a.db");
  copy("a.db", "newer.db");
  SQLite::Database(in_folder("newer.db"), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 9999");
  EXPECT_THAT(message_of([&] { merge("a.db", "newer.db"); }), testing::HasSubstr("this ledger has schema 9999"));
  EXPECT_THAT(message_of([&] { merge("a.db", "nowhere.db"); }), testing::HasSubstr("there is no ledger here"));
  EXPECT_EQ(
      message_of([&] { merge("a.db", "a.db"); }),
      in_folder("a.db") + ": a ledger cannot be merged into itself\nhint: name another ledger, or another with --db");
  EXPECT_FALSE(std::filesystem::exists(in_folder("nowhere.db")));
}

TEST_F(Merge, ExportsOneRunThatMergesBackToTheSameRows) {
  const std::string first = ledger("a.db");
  ledger("a.db");
  write_note(in_folder("a.db"), kSchema, {.run = first, .text = "warm day"});
  EXPECT_EQ(export_run(in_folder("a.db"), first.substr(0, 8), in_folder("one.db"), kSchema), first);
  EXPECT_TRUE(is_whole("one.db"));
  LedgerReader one(in_folder("one.db"), kSchema);
  EXPECT_EQ(value(one, "SELECT group_concat(run_uuid) FROM runs"), Cell(first));
  EXPECT_EQ(value(one, "SELECT count(*) FROM points"), Cell(std::int64_t{2}));
  EXPECT_EQ(value(one, "SELECT text FROM annotations"), Cell(std::string("warm day")));
  const std::string before = dump("a.db");
  const Merged merged = merge("a.db", "one.db");
  EXPECT_EQ(merged.runs.already_there, 1);
  EXPECT_TRUE(dump("a.db") == before);
  EXPECT_EQ(message_of([&] { export_run(in_folder("a.db"), "latest", in_folder("one.db"), kSchema); }),
            in_folder("one.db") + ": this file exists\nhint: name a new file with --output");
}

TEST_F(Merge, BringsTheCampaignAndTheShardOfARun) {
  RunInfo info = run_info();
  info.campaign = "c0";
  info.shard = "2/8";
  const std::string uuid = write_run(2, info);
  export_run(path(), uuid, in_folder("one.db"), kSchema);
  merge("all.db", "one.db");
  EXPECT_TRUE(is_whole("all.db"));
  EXPECT_EQ(value(LedgerReader(in_folder("all.db"), kSchema), "SELECT campaign || ' ' || shard FROM runs"),
            Cell(std::string("c0 2/8")));
}

TEST_F(Merge, VerifyFindsWhatWasChangedBehindItsBack) {
  ledger("a.db");
  EXPECT_TRUE(is_whole("a.db"));
  SQLite::Database database(in_folder("a.db"), SQLite::OPEN_READWRITE);
  database.exec(
      "DROP TRIGGER timing_no_update; DROP TRIGGER source_no_update; DROP TRIGGER quantity_no_update;"
      "UPDATE timing SET samples_ns = zeroblob(24) WHERE (point & 1) = 1;"
      "UPDATE source SET text = 'another' WHERE name = 'norm.h';"
      "UPDATE quantity SET value = value + 1 WHERE name = 'd_l'");
  std::vector<std::string> wrong;
  for (const Verified& one : verify_ledger(in_folder("a.db"), kSchema))
    if (one.problem_count > 0) wrong.push_back(one.what + ": " + std::to_string(one.problem_count));
  EXPECT_THAT(wrong, ElementsAre("tables, indexes, triggers, views: 3", "texts of sources: 1", "samples: 1",
                                 "summaries of samples: 1", "programs: 2", "configurations: 2",
                                 "times and clocks of launches: 1"));
}

}  // namespace
}  // namespace warpledger
