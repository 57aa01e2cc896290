#include <SQLiteCpp/Database.h>

#include "store/ledger_check.h"
#include "store/ledger_fixture.h"
#include "store/merge.h"

namespace warpledger {
namespace {

class WordsInLedger : public LedgerTest {
 protected:
  static Job typed_job(std::int64_t ordinal, const std::string& type, const std::vector<std::string>& options) {
    Job one = job(ordinal);
    one.identity += " elt=" + type;
    one.quantities.push_back({Quantity::Kind::parameter, "elt", 3, type});
    one.program.options = options;
    return one;
  }

  std::string write(const std::string& name) const {
    LedgerWriter writer(in_folder(name), kSchema);
    std::string uuid = writer.begin_run(run_info());
    writer.record(typed_job(0, "f16", {"-DTILE=4", "-use_fast_math"}), result(0));
    writer.record(typed_job(1, "bf16", {}), result(1));
    writer.end_run("finished", "");
    return uuid;
  }

  std::int64_t problems(const std::string& name) const {
    std::int64_t count = 0;
    for (const Verified& one : verify_ledger(in_folder(name), kSchema)) count += one.problem_count;
    return count;
  }
};

TEST_F(WordsInLedger, AreTextInViewsAndConditions) {
  write("results.db");
  const LedgerReader reader = read_latest();
  EXPECT_EQ(value(reader, "SELECT group_concat(elt, ' ') FROM (SELECT elt FROM point ORDER BY ordinal)"),
            Cell(std::string("f16 bf16")));
  EXPECT_EQ(value(reader, "SELECT count(*) FROM points WHERE elt = 'bf16'"), Cell(std::int64_t{1}));
  EXPECT_EQ(value(reader, "SELECT typeof(d_l) FROM point WHERE ordinal = 0"), Cell(std::string("real")));
}

TEST_F(WordsInLedger, AreCheckedAndMergedAsNumbersAre) {
  write("results.db");
  EXPECT_EQ(problems("results.db"), 0);
  write("other.db");
  EXPECT_EQ(merge_ledger(path(), in_folder("other.db"), kSchema).runs.added, 1);
  EXPECT_EQ(problems("results.db"), 0);
  SQLite::Database database(path(), SQLite::OPEN_READWRITE);
  database.exec("DROP TRIGGER quantity_no_update; UPDATE quantity SET value = 'f32' WHERE value = 'f16'");
  EXPECT_GT(problems("results.db"), 0);
}

TEST_F(WordsInLedger, StandBesideTheOptionsOfTheirPoint) {
  write("results.db");
  const LedgerReader reader = read_latest();
  EXPECT_EQ(value(reader, "SELECT options FROM compile_options WHERE ordinal = 0"),
            Cell(std::string("-DTILE=4\n-use_fast_math")));
  EXPECT_EQ(value(reader, "SELECT count(*) FROM compile_options"), Cell(std::int64_t{1}));
  EXPECT_EQ(value(reader, "SELECT count(*) FROM sources WHERE kernel = 'norm_base'"), Cell(std::int64_t{2}));
}

TEST_F(WordsInLedger, CannotBeStoredAsAnythingButARealOrAText) {
  write("results.db");
  SQLite::Database database(path(), SQLite::OPEN_READWRITE);
  for (const char* value : {"4", "''", "x'00'", "NULL"})
    EXPECT_THROW(database.exec(std::string("INSERT INTO quantity SELECT id, 'axis', 'z', ") + value +
                               " FROM configuration LIMIT 1"),
                 SQLite::Exception)
        << value;
}

}  // namespace
}  // namespace warpledger
