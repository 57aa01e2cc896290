#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
constexpr double kIdealBytes = 4.0 * 147456 * 32;
constexpr std::int64_t kYes = 1, kNo = 0;

class ModelCheck : public LedgerTest {
 protected:
  void write_modelled_run(const std::vector<Metric>& metrics) const {
    write_run(2);
    LedgerWriter writer(path(), kSchema);
    writer.claim_run("latest");
    writer.add_estimates(0, metrics);
  }

  std::vector<Row> rows(const std::string& sql) const { return read_latest().query(sql).rows; }
};

TEST_F(ModelCheck, ComparesEachMetricWithWhatWasMeasured) {
  write_modelled_run({modelled("l2_read_bytes", 1.5 * kIdealBytes, kIdealBytes, 2 * kIdealBytes, Confidence::poor),
                      modelled("inst_executed", 700000, 700000, 700000, Confidence::good),
                      modelled("dram_bytes", 1, 1, 1, Confidence::good)});
  EXPECT_THAT(rows("SELECT ordinal, name, measured, modelled, lower, upper, difference, round(relative_difference, 4), "
                   "inside_bounds, confidence FROM model_check WHERE NOT derived ORDER BY name"),
              ElementsAre(Row{kNo, "dram_bytes", kNull, 1.0, 1.0, 1.0, kNull, kNull, kNull, "good"},
                          Row{kNo, "inst_executed", 648806.4, 700000.0, 700000.0, 700000.0, 700000.0 - 648806.4, 0.0789,
                              kNo, "good"},
                          Row{kNo, "l2_read_bytes", kIdealBytes, 1.5 * kIdealBytes, kIdealBytes, 2 * kIdealBytes,
                              0.5 * kIdealBytes, 0.5, kYes, "poor"}));
  EXPECT_THAT(rows("SELECT model_version, profile FROM model_used"), ElementsAre(Row{"1.0", "ada"}));
}

TEST_F(ModelCheck, ComparesTheDerivedColumnsByTheirOwnFormulas) {
  const double requests = 147456;
  write_modelled_run({modelled("l2_read_bytes", 1.5 * kIdealBytes, kIdealBytes, 2 * kIdealBytes, Confidence::poor),
                      modelled("global_load_requests", requests, requests, requests, Confidence::exact),
                      modelled("global_store_requests", requests, requests, requests, Confidence::exact),
                      modelled("global_bank_conflicts", 62 * requests, 0, 62 * requests, Confidence::good)});
  EXPECT_THAT(
      rows("SELECT name, round(measured, 3), modelled, lower, upper, inside_bounds, confidence FROM model_check "
           "WHERE derived ORDER BY name"),
      ElementsAre(Row{"bank_conflicts_per_request", 24.107, 31.0, 0.0, 31.0, kYes, "good"},
                  Row{"l2_read_norm", 1.0, 1.5, 1.0, 2.0, kYes, "poor"}));
}

TEST_F(ModelCheck, BoundsARatioByTheBoundsOfBothItsTerms) {
  write_modelled_run({modelled("global_load_requests", 100, 90, 110, Confidence::good),
                      modelled("global_store_requests", 100, 100, 100, Confidence::exact),
                      modelled("global_bank_conflicts", 200, 0, 400, Confidence::good)});
  EXPECT_THAT(rows("SELECT name, modelled, lower, upper, confidence FROM model_check WHERE derived"),
              ElementsAre(Row{"bank_conflicts_per_request", 1.0, 0.0, 400 / 190.0, "good"}));
}

TEST_F(ModelCheck, CountsAZeroThatIsModelledAsZeroAsNoDifference) {
  write_run(0);
  LedgerWriter writer(path(), kSchema);
  writer.claim_run("latest");
  Result idle = result(0);
  idle.metrics = {{"global_bank_conflicts", 0, "conflict", "cupti", ""},
                  {"global_load_sectors", 0, "sector", "cupti", ""},
                  modelled("global_bank_conflicts", 0, 0, 0, Confidence::exact),
                  modelled("global_load_sectors", 5, 0, 5, Confidence::good)};
  writer.record(job(0), idle);
  EXPECT_THAT(rows("SELECT name, relative_difference FROM model_check ORDER BY name"),
              ElementsAre(Row{"global_bank_conflicts", 0.0}, Row{"global_load_sectors", kNull}));
}

TEST_F(ModelCheck, IsOfTheSelectedRunAndEstimatesOfAll) {
  write_modelled_run({modelled("inst_executed", 7, 7, 7, Confidence::exact)});
  write_run(1);
  EXPECT_THAT(rows("SELECT name FROM model_check"), testing::IsEmpty());
  EXPECT_THAT(rows("SELECT name FROM estimates"), ElementsAre(Row{"inst_executed"}));
}

TEST_F(ModelCheck, ReachesOneRunThroughIndexesOnly) {
  write_modelled_run({modelled("inst_executed", 7, 7, 7, Confidence::exact)});
  std::vector<std::string> scans;
  for (const Row& row : rows("EXPLAIN QUERY PLAN SELECT * FROM model_check"))
    if (const std::string& step = std::get<std::string>(row.at(3)); step.starts_with("SCAN")) scans.push_back(step);
  for (const char* table : {"SCAN p", "SCAN r", "SCAN e USING", "SCAN estimate ", "SCAN main"})
    EXPECT_THAT(scans, Not(Contains(HasSubstr(table)))) << table;
}

}  // namespace
}  // namespace warpledger
