// Each flipped bit of a ledger is found, or changes nothing that anyone reads. One in four of 200 flips is checked
// completely, the others only by their rows. A longer run checks all completely (0.15 s each), with other flips for
// WARPLEDGER_BIT_FLIP_SEED=1, 2, ...:
//
//     WARPLEDGER_BIT_FLIPS=20000 build/store_test --gtest_filter='*BitFlips*.AreFound*'
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <random>

#include "base/file.h"
#include "store/export.h"
#include "store/ledger_check.h"
#include "store/ledger_fixture.h"
#include "store/merge.h"
#include "store/noise_floor.h"
#include "store/notes.h"

namespace warpledger {
namespace {

const char* asked_flips() { return std::getenv("WARPLEDGER_BIT_FLIPS"); }

const int kCloselyEach = asked_flips() == nullptr ? 4 : 1;

std::uint64_t seed() {
  const char* asked = std::getenv("WARPLEDGER_BIT_FLIP_SEED");
  return asked == nullptr ? 20261123 : std::strtoull(asked, nullptr, 10);
}

int flips_to_make() { return asked_flips() == nullptr ? 200 : std::atoi(asked_flips()); }

class BitFlips : public LedgerTest {
 protected:
  void write_ledger() const {
    RunInfo info = run_info();
    info.submission = "anna";
    info.texts = {{"kernels/norm/family.yaml", "family: norm"}};
    write_run(2, info);
    write_run(1, host_info());
    write_resumed_run();
    write_note(path(), kSchema, {.run = "latest", .text = "warm day", .author = "anna"});
    write_note(path(), kSchema, {.kind = "tag", .run = "latest", .text = "spring", .author = "anna"});
    write_note(path(), kSchema, {.run = "", .about_utc = "2026-07-03T00:00:00.000Z", .text = "a fan", .author = "bob"});
    write_noise_floor(path(), kSchema, {.run = "latest", .tool_version = "0.1.0", .comparisons = 200});
    Adjustment late;
    late.experiment = info.experiment;
    late.submission = "anna";
    late.points = -1;
    late.reason = "one day late";
    write_adjustment(path(), kSchema, late);
  }
  void write_resumed_run() const {
    Result modelled_too = result(0);
    modelled_too.prepare_timing = modelled_too.timing;
    modelled_too.metrics.push_back(modelled("l1_hit_pct", 50, 0, 100, Confidence::poor));
    {
      LedgerWriter writer(path(), kSchema);
      writer.begin_run(run_info());
      writer.record(job(0), modelled_too);
      writer.end_run("interrupted", "Ctrl-C");
    }
    LedgerWriter writer(path(), kSchema);
    writer.claim_run("latest");
    writer.resume_run(run_info(), "driver: then 550, now 560");
    writer.record(job(1), result(1));
    writer.add_estimates(0, {modelled("l1_hit_pct", 60, 0, 100, Confidence::good)});
    writer.end_run("finished", "");
  }

  /// Small pages have little unused space.
  std::string bytes_with_pages_of(int size) const {
    {
      SQLite::Database database(path(), SQLite::OPEN_READWRITE);
      database.execAndGet("PRAGMA journal_mode = DELETE");
      database.exec(fmt::format("PRAGMA page_size = {}; VACUUM", size));
    }
    return read_file(path());
  }

  void put(const std::string& bytes) const {
    for (const char* more : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(path() + more);
    std::ofstream(path(), std::ios::binary) << bytes;
  }

  struct Outputs {
    std::string rows;
    std::string views;
  };

  Outputs all_outputs() const { return {rows_of(path()), views_and_export()}; }

  std::string views_and_export() const {
    LedgerReader reader(path(), kSchema);
    reader.select_run("latest");
    std::string all;
    const Table views = reader.query("SELECT name FROM sqlite_temp_schema WHERE type = 'view' ORDER BY name");
    for (const auto& view : views.rows) all += printed(reader, std::get<std::string>(view.at(0)));
    const std::string exported = in_folder("exported.db");
    std::filesystem::remove(exported);
    export_run(path(), "latest", exported, kSchema);
    return all + rows_of(exported);
  }

  /// Returns the report of the damage; empty if it was not found.
  std::string found() const {
    std::string told;
    try {
      for (const Verified& one : verify_ledger(path(), kSchema))
        for (const std::string& problem : one.problems) told += one.what + ": " + problem + "\n";
    } catch (const Error& error) {
      told = error.what();
    }
    return told;
  }

  /// No query may crash, and nothing of the file may be merged.
  void use_damaged() const {
    message_of([&] { views_and_export(); });
    const std::string into = in_folder("into.db");
    const std::string told = message_of([&] { merge_ledger(into, path(), kSchema); });
    EXPECT_NE(told, "no error");
    EXPECT_THAT(told, testing::Not(testing::HasSubstr("defect of warpledger")));
    EXPECT_FALSE(std::filesystem::exists(into));
    std::filesystem::remove(into);
  }

  void flip(const std::string& whole, std::size_t place, int bit, const Outputs& expected, bool closely) const {
    SCOPED_TRACE(fmt::format("byte {}, bit {}", place, bit));
    std::string flipped = whole;
    flipped[place] = static_cast<char>(flipped[place] ^ (1 << bit));
    put(flipped);
    const std::string told = found();
    EXPECT_THAT(told, testing::Not(testing::HasSubstr("defect of warpledger")));
    if (told.empty()) {
      EXPECT_TRUE(rows_of(path()) == expected.rows);
      if (closely) {
        EXPECT_TRUE(views_and_export() == expected.views);
      }
    } else if (closely) {
      use_damaged();
    }
    found_ += told.empty() ? 0 : 1;
  }

  mutable int found_ = 0;

 private:
  static std::string text_of(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return fmt::format("{}", *whole);
    if (const auto* number = std::get_if<double>(&cell)) return fmt::format("{:a}", *number);
    return "NULL";
  }
  static std::string printed(const LedgerReader& reader, const std::string& view) {
    std::string text = view + "\n";
    try {
      for (const auto& row : reader.query("SELECT * FROM " + view).rows)
        for (const Cell& cell : row) text += text_of(cell) + "|";
    } catch (const Error& error) {
      text += error.what();  // a view with a blob
    }
    return text;
  }
};

class BitFlipsByPageSize : public BitFlips, public ::testing::WithParamInterface<int> {};

TEST_P(BitFlipsByPageSize, AreFoundOrChangeNothingThatIsRead) {
  write_ledger();
  std::mt19937_64 random(seed());
  const std::string whole = bytes_with_pages_of(GetParam());
  put(whole);
  ASSERT_EQ(found(), "");
  const Outputs expected = all_outputs();
  std::uniform_int_distribution<std::size_t> place(0, whole.size() - 1);
  std::uniform_int_distribution<int> bit(0, 7);
  const int flips = flips_to_make() / 2;
  for (int i = 0; i < flips && !HasFailure(); ++i)
    flip(whole, place(random), bit(random), expected, i % kCloselyEach == 0);
  // Found: six in ten with 512-byte pages, one in seven with 4096-byte pages, which are mostly unused.
  EXPECT_GT(found_, flips / 50);
  RecordProperty("found", found_);
  if (asked_flips() != nullptr) fmt::print("{} flips, {} found\n", flips, found_);
}

INSTANTIATE_TEST_SUITE_P(Pages, BitFlipsByPageSize, ::testing::Values(512, 4096));

TEST_F(BitFlips, OfTheHeaderAreFoundOrChangeNothingThatIsRead) {
  write_ledger();
  const std::string whole = bytes_with_pages_of(4096);
  put(whole);
  const Outputs expected = all_outputs();
  constexpr std::size_t kHeader = 108;  // of the file and its first page
  for (std::size_t place = 0; place < kHeader && !HasFailure(); ++place)
    flip(whole, place, static_cast<int>(place % 8), expected, place % kCloselyEach == 0);
}

}  // namespace
}  // namespace warpledger
