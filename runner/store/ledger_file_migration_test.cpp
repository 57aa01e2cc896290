#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <fstream>
#include <map>
#include <regex>

#include "base/file.h"
#include "store/ledger_check.h"
#include "store/ledger_file.h"
#include "store/ledger_fixture.h"
#include "store/noise_floor.h"
#include "store/notes.h"
#include "store/tables.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

Adjustment late_day() {
  Adjustment made;
  made.experiment = "lsu-2024-hw01";
  made.submission = "anna";
  made.points = -1;
  made.reason = "one day late";
  return made;
}

/// What a merge looks at.
std::vector<std::string> names_of_tables() {
  std::vector<std::string> names;
  for (const LedgerTable& table : kTables) names.emplace_back(table.name);
  return names;
}

class Migrations : public LedgerTest {
 protected:
  /// A copy of the schema that may be changed.
  std::string schema() const {
    std::string copy = in_folder("schema");
    if (!std::filesystem::exists(copy)) std::filesystem::copy(kSchema, copy, std::filesystem::copy_options::recursive);
    return copy;
  }
  /// The number of the shipped schema.
  static int newest() { return read_migrations(kSchema).back().number; }
  /// Adds a migration that is `steps` after the shipped ones.
  std::string add(int steps, const std::string& sql) const {
    std::string file = fmt::format("{}/migrations/{:04}_note.sql", schema(), newest() + steps);
    std::ofstream(file) << sql;
    return file;
  }
};

TEST_F(Migrations, BringAnOlderLedgerToTheNewestSchemaAndKeepItsRows) {
  write_run(2);
  add(1, "CREATE TABLE remark (text TEXT NOT NULL) STRICT;");
  { const LedgerWriter migrating(path(), schema()); }
  const LedgerReader reader(path(), schema(), {});
  EXPECT_EQ(value(reader, "SELECT count(*) FROM points"), Cell(std::int64_t{2}));
  EXPECT_EQ(value(reader, "SELECT count(*) FROM remark"), Cell(std::int64_t{0}));
}

TEST_F(Migrations, BringALedgerOfTheFirstReleaseToTheNewestSchema) {
  SQLite::Database old(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(old, path(), {read_migrations(kSchema).front()});
  old.exec(
      "INSERT INTO device VALUES (1, 'GPU-1', 'cuda', 'GPU', '', '{}');"
      "INSERT INTO environment VALUES (1, '', '{\"driver\": \"550\"}');"
      "INSERT INTO experiment VALUES (1, 'mine', '', 'experiment: mine');"
      "INSERT INTO run SELECT value, 'uuid-' || value, '2024-02-29T12:00:00.000Z', 'warpledger run mine', '0.0.9', 1, "
      "1, "
      "1, NULL, '1', 2, '', '{}' FROM json_each('[1, 2, 3]');"
      "INSERT INTO run_end VALUES (3, '2024-02-29T13:00:00.000Z', 'finished', '');"
      "INSERT INTO run_end VALUES (1, '2024-02-29T14:00:00.000Z', 'failed', 'no device')");
  { const LedgerWriter migrating(path(), kSchema); }
  const LedgerReader reader(path(), kSchema, {});
  EXPECT_EQ(
      value(reader,
            "SELECT group_concat(run_uuid || ' ' || outcome || reason || coalesce(ended_utc, '') || times_resumed, "
            "'; ') FROM (SELECT * FROM runs ORDER BY run_uuid)"),
      Cell(std::string("uuid-1 failedno device2024-02-29T14:00:00.000Z0; uuid-2 open0; "
                       "uuid-3 finished2024-02-29T13:00:00.000Z0")));
  EXPECT_EQ(value(reader, "SELECT DISTINCT tool_version || ' ' || process || points_before FROM run_starts"),
            Cell(std::string("0.0.9 0")));
}

TEST_F(Migrations, LetARunOfTheFirstReleaseBeResumed) {
  SQLite::Database old(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(old, path(), {read_migrations(kSchema).front()});
  old.exec(
      "INSERT INTO device VALUES (1, 'GPU-1', 'cuda', 'GPU', '', '{}');"
      "INSERT INTO environment VALUES (1, '', '{\"driver\": \"550\", \"device\": \"cuda:1\"}');"
      "INSERT INTO experiment VALUES (1, 'mine', '', 'experiment: mine');"
      "INSERT INTO run VALUES (1, 'uuid-1', '2024-02-29T12:00:00.000Z', 'warpledger run mine', '0.0.9', 1, 1, 1, NULL, "
      "'1', 2, '', '{}')");
  LedgerWriter writer(path(), kSchema);
  const StoredRun run = writer.claim_run("latest");
  EXPECT_EQ(run.outcome, "open");
  EXPECT_EQ(run.device.id, "cuda:1");
  EXPECT_TRUE(run.texts.empty());
  writer.resume_run(run_info(), "");
  writer.record(job(0), result(0));
  EXPECT_EQ(value(read_latest(), "SELECT recorded_points FROM run_info"), Cell(std::int64_t{1}));
}

/// A ledger that warpledger of schema 6 wrote: two runs of experiment 'small' on the host, the second one of untrusted
/// code, whose settings were "foreign" then.
class LedgerOfSchema6 : public Migrations {
 protected:
  void SetUp() override {
    std::filesystem::copy(std::string(WARPLEDGER_SOURCE_DIR) + "/runner/store/testdata/schema-6.db", path());
    for (int number = newest(); number >= 7; --number) std::filesystem::remove(migration(number));
    // Columns that schema 10 adds.
    const std::string runs = schema() + "/views/50_runs.sql";
    const std::string text = std::regex_replace(read_file(runs), std::regex("r\\.(campaign|shard) AS"), "NULL AS");
    std::ofstream(runs) << text;
  }
  std::string migration(int number) const {
    for (const Migration& one : read_migrations(schema()))
      if (one.number == number) return one.file;
    return "";
  }
  /// The rows of every view, in schema `folder`.
  std::map<std::string, std::vector<Row>> views(const std::string& folder) const {
    LedgerReader reader(path(), folder, {});
    reader.select_run("latest");
    std::map<std::string, std::vector<Row>> rows;
    for (const Row& view : reader.query("SELECT name FROM sqlite_temp_schema WHERE type = 'view'").rows) {
      const std::string name = std::get<std::string>(view.at(0));
      rows[name] = reader.query("SELECT * FROM " + name).rows;
    }
    return rows;
  }
};

TEST_F(LedgerOfSchema6, IsBroughtUpToDateAndEveryViewGivesTheSameRows) {
  const auto before = views(schema());
  EXPECT_EQ(before.at("runs").size(), 2);
  EXPECT_EQ(before.at("points").size(), 4);
  const std::string file = read_file(path());
  const auto in_memory = views(kSchema);
  EXPECT_TRUE(read_file(path()) == file);
  { const LedgerWriter migrating(path(), kSchema); }
  const auto after = views(kSchema);
  EXPECT_TRUE(in_memory == after);
  for (const auto& [view, rows] : before) EXPECT_TRUE(after.contains(view) && after.at(view) == rows) << view;
  for (const Verified& one : verify_ledger(path(), kSchema)) EXPECT_EQ(one.problem_count, 0) << one.what;
}

TEST_F(LedgerOfSchema6, KeepsTheOldWordForUntrustedCode) {
  LedgerWriter writer(path(), kSchema);
  EXPECT_THAT(writer.claim_run("latest").settings_json, testing::HasSubstr("\"foreign\":true"));
}

TEST_F(Migrations, OfAReaderAreAppliedToACopyInMemory) {
  write_run(1);
  add(1, "CREATE TABLE remark (text TEXT NOT NULL) STRICT;");
  const std::string before = read_file(path());
  const LedgerReader reader(path(), schema(), {});
  EXPECT_EQ(value(reader, "SELECT count(*) FROM points"), Cell(std::int64_t{1}));
  EXPECT_EQ(value(reader, "SELECT count(*) FROM main.remark"), Cell(std::int64_t{0}));
  for (const Verified& one : verify_ledger(path(), schema())) EXPECT_EQ(one.problem_count, 0) << one.what;
  EXPECT_TRUE(read_file(path()) == before);
}

TEST_F(Migrations, ThatFailOnAReadersCopySayThatTheLedgerIsDamaged) {
  write_run(1);
  add(1, "CREATE TABLE point (id);");
  EXPECT_EQ(
      message_of([&] { LedgerReader(path(), schema(), {}); }),
      path() + fmt::format(": the ledger has schema {}, and cannot be brought to {}: this migration failed on {}: "
                           "table point already exists\n"
                           "hint: it is probably damaged: restore a copy; the file was not changed",
                           newest(), newest() + 1, path()));
}

TEST_F(Migrations, AreNotAppliedToACopyThatIsTooLargeForMemory) {
  write_run(1);
  add(1, "CREATE TABLE remark (text TEXT NOT NULL) STRICT;");
  std::filesystem::resize_file(path(), std::uintmax_t{300} << 20);  // a hole
  std::fstream header(path(), std::ios::in | std::ios::out | std::ios::binary);
  header.seekp(28).write("\0\x01\x2c\0", 4);  // the number of pages: 76,800 of 4 KiB
  header.close();
  EXPECT_EQ(message_of([&] { LedgerReader(path(), schema(), {}); }),
            path() + fmt::format(": this ledger has schema {}; this program reads schema {}, and older ones up to 256 "
                                 "MiB\nhint: make a copy that it reads: warpledger ledger merge {} --take "
                                 "notes,adjustments --db new.db; or record a run in it, which upgrades it",
                                 newest(), newest() + 1, path()));
}

TEST_F(Migrations, LeaveTheLedgerAtTheSchemaBeforeTheOneThatFails) {
  write_run(1);
  const auto file = add(1, "CREATE TABLE remark (text TEXT NOT NULL) STRICT; CREATE TABLE point (id);");
  EXPECT_EQ(message_of([&] { LedgerWriter(path(), schema()); }),
            file + ": this migration failed on " + path() +
                ": table point already exists\n"
                "hint: the ledger was left at the schema before it; correct the migration");
  const LedgerReader reader(path(), kSchema, {});
  EXPECT_EQ(value(reader, "SELECT count(*) FROM sqlite_schema WHERE name = 'remark'"), Cell(std::int64_t{0}));
}

TEST_F(Migrations, AreNotBlamedForAFullDisk) {
  SQLite::Database database(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("PRAGMA max_page_count = 10");
  EXPECT_EQ(
      message_of([&] { with_ledger_errors(path(), [&] { migrate(database, path(), read_migrations(kSchema)); }); }),
      path() + ": the disk is full\nhint: make room on it; nothing recorded before is lost");
}

TEST_F(Migrations, MustBeNumberedWithoutAGap) {
  const auto file = add(2, "SELECT 1;");
  EXPECT_EQ(message_of([&] { LedgerWriter(path(), schema()); }),
            file + fmt::format(": migration {} is expected here\n", newest() + 1) +
                "hint: number the migrations 1, 2, 3, ... without gaps or duplicates");
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(Migrations, MustBeNamedByNumberAndPurpose) {
  const std::string file = schema() + "/migrations/note.sql";
  std::ofstream(file) << "SELECT 1;";
  EXPECT_EQ(
      message_of([&] { read_migrations(schema()); }),
      file +
          ": this is not the name of a migration\nhint: name it with its number and its purpose, as 0001_initial.sql");
}

TEST_F(Migrations, AreMissedWhenTheInstallationLacksThem) {
  EXPECT_EQ(message_of([&] { LedgerWriter(path(), in_folder("nowhere")); }),
            in_folder("nowhere/migrations") +
                ": there are no migrations here\n"
                "hint: the folder schema/ of the installation is incomplete: install again");
}

TEST_F(Migrations, LetNoRowBeChangedOrRemoved) {
  Result prepared = result(0);
  prepared.prepare_timing = prepared.timing;
  prepared.metrics.push_back(modelled("l1_hit_pct", 50, 0, 100, Confidence::poor));
  LedgerWriter writer(path(), kSchema);
  RunInfo info = run_info();
  info.submission = "anna";
  info.texts = {{"kernels/norm/family.yaml", "family: norm"}};
  writer.begin_run(info);
  writer.record(job(0), prepared);
  writer.end_run("finished", "");
  write_note(path(), kSchema, {.run = "latest", .text = "the first one"});
  write_noise_floor(path(), kSchema, {.run = "latest", .tool_version = "0.1.0", .comparisons = 200});
  write_adjustment(path(), kSchema, late_day());
  SQLite::Database database(path(), SQLite::OPEN_READWRITE);
  std::vector<std::string> tables;
  SQLite::Statement names(database, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  while (names.executeStep()) tables.push_back(names.getColumn(0).getString());
  EXPECT_THAT(tables, ElementsAre("absence", "adjustment", "check_result", "configuration", "device", "environment",
                                  "estimate", "estimate_digest", "experiment", "memory_model", "metric", "metric_kind",
                                  "noise_floor", "note", "point", "point_digest", "prepare_timing", "program",
                                  "program_source", "quantity", "run", "run_digest", "run_start", "run_stop",
                                  "run_text", "source", "start_digest", "stop_digest", "timing", "timing_method"));
  EXPECT_THAT(tables, testing::UnorderedPointwise(testing::Eq(), names_of_tables()));
  for (const std::string& table : tables) {
    SQLite::Statement columns(database, "SELECT name FROM pragma_table_info(?) LIMIT 1");
    columns.bind(1, table);
    ASSERT_TRUE(columns.executeStep());
    const std::string column = columns.getColumn(0).getString();
    for (const std::string& change :
         {fmt::format("DELETE FROM {}", table), fmt::format("UPDATE {0} SET {1} = {1}", table, column)}) {
      try {
        database.exec(change);
        ADD_FAILURE() << change;
      } catch (const SQLite::Exception& refusal) {
        EXPECT_STREQ(refusal.what(), "the ledger is append only") << change;
      }
    }
  }
}

}  // namespace
}  // namespace warpledger
