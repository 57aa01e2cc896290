#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <fstream>

#include "base/file.h"
#include "store/connection.h"
#include "store/ledger_check.h"
#include "store/ledger_file.h"
#include "store/ledger_fixture.h"
#include "store/noise_floor.h"
#include "store/notes.h"
#include "store/schema.h"
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
  static int newest() { return LedgerSchema(kSchema).version(); }
  /// Adds a migration `steps` versions after the shipped ones.
  std::string add(int steps, const std::string& sql) const {
    std::string file = fmt::format("{}/migrations/{:04}_note.sql", schema(), newest() + steps);
    std::ofstream(file) << sql;
    return file;
  }
  /// Three points of two runs on the host, with estimates, and a tag.
  void write_ledger_of_schema_10() const {
    SQLite::Database old(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    old.exec(read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/runner/store/testdata/ledger-10.sql"));
    old.exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = 10", kApplicationId));
  }
  void upgrade() const { open_for_upgrade(path(), LedgerSchema(kSchema)); }
  std::vector<std::string> problems() const {
    std::vector<std::string> all;
    for (const Verified& one : verify_ledger(path(), kSchema))
      for (const std::string& problem : one.problems) all.push_back(one.what + ": " + problem);
    return all;
  }
};

TEST_F(Migrations, MakeTheTablesThatANewLedgerHas) {
  write_ledger_of_schema_10();
  upgrade();
  { const LedgerWriter writer(in_folder("new.db"), kSchema); }
  const char* const objects =
      "SELECT group_concat(type || ' ' || name || ' ' || sql, ';') FROM (SELECT * FROM sqlite_schema WHERE type <> "
      "'view' AND sql IS NOT NULL ORDER BY type, name)";
  EXPECT_EQ(value_in_file(path(), objects), value_in_file(in_folder("new.db"), objects));
}

TEST_F(Migrations, KeepWhatALedgerOfSchema10Holds) {
  write_ledger_of_schema_10();
  const std::string counts =
      "SELECT (SELECT count(*) FROM point) || ' ' || (SELECT count(*) FROM metric) || ' ' || (SELECT count(*) FROM "
      "estimate) || ' ' || (SELECT group_concat(hex(samples_ns)) FROM timing) || ' ' || (SELECT text FROM note)";
  const std::string before = value_in_file(path(), counts);
  upgrade();
  EXPECT_EQ(value_in_file(path(), counts), before);
  EXPECT_THAT(problems(), testing::IsEmpty());
  LedgerReader reader(path(), kSchema);
  EXPECT_EQ(value(reader,
                  "SELECT count(*) FROM points WHERE time_us = (SELECT 1e-3 * samples_median(samples_ns) FROM "
                  "timing WHERE timing.point = points.point)"),
            Cell(std::int64_t{3}));
  EXPECT_EQ(value(reader, "SELECT group_concat(DISTINCT user || '@' || host) FROM runs"), Cell("root@vm"));
  EXPECT_EQ(value(reader, "SELECT count(*) FROM points_modelled WHERE insn_per_el_low <= insn_per_el"),
            Cell(std::int64_t{3}));
}

TEST_F(Migrations, DoNotMakeADamagedRowWhole) {
  write_ledger_of_schema_10();
  SQLite::Database(path(), SQLite::OPEN_READWRITE)
      .exec(
          "DROP TRIGGER point_no_update; UPDATE point SET wall_s = 0.125 WHERE ordinal = 1; CREATE TRIGGER "
          "point_no_update BEFORE UPDATE ON point BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END");
  upgrade();
  EXPECT_THAT(problems(), ElementsAre(testing::StartsWith("points, their checks and metrics: point 1 of run ")));
}

TEST_F(Migrations, RefuseALedgerWithTriggersOfOthers) {
  write_ledger_of_schema_10();
  SQLite::Database(path(), SQLite::OPEN_READWRITE)
      .exec("CREATE TRIGGER more AFTER INSERT ON timing BEGIN DELETE FROM note; END");
  EXPECT_THAT(message_of([&] { upgrade(); }),
              testing::HasSubstr("the schema of this ledger was changed: added: trigger more"));
  EXPECT_EQ(value_in_file(path(), "PRAGMA user_version"), "10");
}

TEST_F(Migrations, AreAskedForByReadersAndWriters) {
  write_ledger_of_schema_10();
  const std::string message = fmt::format(
      "{}: this ledger has schema 10; this program reads schema {}\nhint: upgrade it, or a copy of it: warpledger "
      "ledger upgrade {}",
      path(), newest(), path());
  EXPECT_EQ(message_of([&] { LedgerReader(path(), kSchema); }), message);
  EXPECT_EQ(message_of([&] { LedgerWriter(path(), kSchema); }), message);
  EXPECT_EQ(message_of([&] { verify_ledger(path(), kSchema); }), message);
}

TEST_F(Migrations, DoNotKnowSchemasFromBeforeTheFirstRelease) {
  write_ledger_of_schema_10();
  SQLite::Database(path(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 9");
  EXPECT_THAT(message_of([&] { upgrade(); }),
              testing::HasSubstr("this ledger has schema 9; this program knows schemas from 10 on"));
}

TEST_F(Migrations, LeaveTheLedgerAtTheSchemaBeforeTheOneThatFails) {
  write_run(1);
  const auto file = add(1, "CREATE TABLE remark (text TEXT NOT NULL) STRICT; CREATE TABLE point (id);");
  EXPECT_EQ(message_of([&] { open_for_upgrade(path(), LedgerSchema(schema())); }),
            file + ": this step failed on " + path() +
                ": table point already exists\n"
                "hint: the ledger was left as it was; it may be damaged: restore a copy");
  const LedgerReader reader(path(), kSchema);
  EXPECT_EQ(value(reader, "SELECT count(*) FROM sqlite_schema WHERE name = 'remark'"), Cell(std::int64_t{0}));
}

TEST_F(Migrations, AreNotBlamedForAFullDisk) {
  SQLite::Database database(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("PRAGMA max_page_count = 10");
  EXPECT_EQ(message_of(
                [&] { with_ledger_errors(path(), [&] { LedgerSchema(kSchema).bring_up_to_date(database, path()); }); }),
            path() + ": the disk is full\nhint: make room on it; nothing recorded before is lost");
}

TEST_F(Migrations, MustBeNumberedWithoutAGap) {
  const auto file = add(2, "SELECT 1;");
  EXPECT_EQ(message_of([&] { LedgerWriter(path(), schema()); }),
            file + fmt::format(": migration {} is expected here\n", newest() + 1) +
                "hint: number the migrations without gaps or duplicates");
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(Migrations, MustBeNamedByNumberAndPurpose) {
  const std::string file = schema() + "/migrations/note.sql";
  std::ofstream(file) << "SELECT 1;";
  EXPECT_EQ(
      message_of([&] { LedgerSchema{schema()}; }),
      file + ": this is not the name of a migration\nhint: name it with its number and its purpose, as 0011_views.sql");
}

TEST_F(Migrations, AreMissedWhenTheInstallationLacksThem) {
  std::filesystem::remove_all(schema() + "/migrations");
  EXPECT_EQ(message_of([&] { LedgerWriter(path(), schema()); }),
            in_folder("schema/migrations") +
                ": there are no migrations here\n"
                "hint: the folder schema/ of the installation is incomplete: install again");
}

TEST_F(Migrations, AreNotEnoughWhereSomebodyChangedTheSchema) {
  write_run(1);
  const auto refusal_after = [&](const std::string& sql) {
    const std::string copy = in_folder("copy.db");
    std::filesystem::copy_file(path(), copy, std::filesystem::copy_options::overwrite_existing);
    SQLite::Database(copy, SQLite::OPEN_READWRITE).exec(sql);
    const std::string reading = message_of([&] { LedgerReader(copy, kSchema); });
    EXPECT_EQ(message_of([&] { LedgerWriter(copy, kSchema); }), reading);
    return reading;
  };
  const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
  EXPECT_THAT(refusal_after("CREATE TRIGGER x AFTER INSERT ON note BEGIN DELETE FROM adjustment; END"),
              testing::HasSubstr("was changed: added: trigger x"));
  EXPECT_THAT(refusal_after("PRAGMA legacy_alter_table = ON; ALTER TABLE quantity RENAME TO mine; CREATE VIEW quantity "
                            "AS " +
                            endless),
              testing::HasSubstr("was changed: missing: table quantity"));
  EXPECT_THAT(refusal_after("DROP VIEW points; CREATE VIEW points AS SELECT 1 AS time_us"),
              testing::HasSubstr("was changed: changed: view points"));
  EXPECT_THAT(refusal_after("DROP TRIGGER timing_no_update"), testing::HasSubstr("was changed: missing: trigger"));
  EXPECT_EQ(refusal_after("CREATE VIEW mine AS " + endless), "no error");
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
