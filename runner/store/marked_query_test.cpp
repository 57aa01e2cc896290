// Marks of modelled cells in answers about a real ledger.
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

class MarkedQuery : public LedgerTest {
 protected:
  void write_host_run() const {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(host_info());
    for (const std::int64_t ordinal : {0, 1}) {
      Result point = result(ordinal);
      point.metrics = {{"registers", 40, "register", "attribute", ""},
                       modelled("inst_executed", 147456, 147456, 147456, Confidence::exact),
                       modelled("l2_read_bytes", 1e7, 0, 1e9, ordinal == 0 ? Confidence::good : Confidence::poor)};
      writer.record(job(ordinal), point);
    }
    writer.end_run("finished", "");
  }
};

TEST_F(MarkedQuery, MarksWhatTheHostModelsAndNothingElse) {
  write_host_run();
  const Table table = read_latest().marked_query(
      "SELECT instance, warps, registers, time_us, insn_per_el, num('%.1f', l2_read_norm), l2_gbs FROM point");
  EXPECT_THAT(
      table.marks,
      ElementsAre(
          std::vector<Mark>{Mark::none, Mark::none, Mark::none, Mark::none, Mark::modelled, Mark::modelled, Mark::none},
          std::vector<Mark>{Mark::none, Mark::none, Mark::none, Mark::none, Mark::modelled, Mark::poor, Mark::none}));
}

TEST_F(MarkedQuery, MarksNothingOfAGpuEvenWhereItIsModelledBesides) {
  write_run(1);
  LedgerWriter writer(path(), kSchema);
  writer.claim_run("latest");
  writer.add_estimates(0, {modelled("inst_executed", 7, 7, 7, Confidence::exact)});
  EXPECT_TRUE(read_latest().marked_query("SELECT inst_executed, insn_per_el FROM point").marks.empty());
}

TEST_F(MarkedQuery, MarksAMeanOverAHostAndAGpuAsMixed) {
  write_run(1);
  write_host_run();
  const LedgerReader reader = read_latest();
  EXPECT_THAT(reader.marked_query("SELECT avg(insn_per_el), avg(registers) FROM points").marks,
              ElementsAre(std::vector<Mark>{Mark::mixed, Mark::none}));
  EXPECT_THAT(reader.marked_query("SELECT device_backend, avg(insn_per_el) FROM points GROUP BY 1 ORDER BY 1").marks,
              ElementsAre(std::vector<Mark>{Mark::none, Mark::none}, std::vector<Mark>{Mark::none, Mark::modelled}));
}

TEST_F(MarkedQuery, MarksANumberOfAHostTimeAndAModelledCounterAsMixed) {
  write_host_run();
  EXPECT_THAT(read_latest().marked_query("SELECT l2_read_bytes / time_us FROM point WHERE ordinal = 0").marks,
              ElementsAre(std::vector<Mark>{Mark::mixed}));
}

TEST_F(MarkedQuery, MarksANumberThatNeedsAModelledOneToBeThere) {
  write_host_run();
  EXPECT_THAT(read_latest().marked_query("SELECT warps FROM point WHERE l2_read_bytes > 0 AND ordinal = 0").marks,
              ElementsAre(std::vector<Mark>{Mark::modelled}));
}

TEST_F(MarkedQuery, LeavesTheLedgerAsItWasForTheNextQuery) {
  write_host_run();
  const LedgerReader reader = read_latest();
  const std::string sql = "SELECT inst_executed, time_us FROM point";
  const Table before = reader.query(sql);
  reader.marked_query(sql);
  EXPECT_EQ(reader.query(sql).rows, before.rows);
  EXPECT_THROW(reader.marked_query("SELECT no_such_column FROM point"), Error);
  EXPECT_EQ(reader.query(sql).rows, before.rows);
}

}  // namespace
}  // namespace warpledger
