#include "store/basis.h"

#include <gmock/gmock.h>

#include <map>

#include "model/table.h"
#include "store/ledger_fixture.h"

// Marks of modelled cells in answers about a real ledger.

namespace warpledger {
namespace {

using testing::ElementsAre;
using Rows = std::vector<Row>;

/// The marks of the answers by basis; what is not given is as in `shown`.
std::vector<std::vector<Mark>> marks(const Rows& shown, const std::map<std::string, Rows>& others) {
  return marked_answer([&](const std::string& basis) {
           const auto other = others.find(basis);
           Table table{{"kernel", "a", "b"}, other == others.end() ? shown : other->second};
           table.columns.resize(shown.empty() ? 0 : shown.front().size());
           return table;
         })
      .marks;
}

TEST(Marks, AreLeftOutWhenNothingIsModelled) {
  EXPECT_TRUE(marks({Row{"k", 1.0}}, {{"firm", {}}, {"uncounted", {}}}).empty());
  EXPECT_TRUE(marks({}, {}).empty());
}

TEST(Marks, AreOnCellsThatDifferWithoutEstimates) {
  EXPECT_THAT(
      marks({Row{"k", 1.0, 2.0}, Row{"l", 1.0, 3.0}}, {{"measured", {Row{"k", 1.0, kNull}, Row{"l", 1.0, 3.0}}}}),
      ElementsAre(std::vector<Mark>{Mark::none, Mark::none, Mark::modelled},
                  std::vector<Mark>{Mark::none, Mark::none, Mark::none}));
}

TEST(Marks, TellPoorNumbersFromOthers) {
  EXPECT_THAT(marks({Row{"k", 1.0, 2.0}}, {{"measured", {Row{"k", kNull, kNull}}}, {"firm", {Row{"k", 1.0, kNull}}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled, Mark::poor}));
}

TEST(Marks, RefuseWhatIsMadeOfMeasuredNumbersToo) {
  // a: a mean over a host's and a GPU's points; b: the modelled one alone
  EXPECT_THAT(marks({Row{"k", 1.5, 1.0}}, {{"measured", {Row{"k", 2.0, kNull}}}, {"uncounted", {Row{"k", 1.0, 1.0}}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::mixed, Mark::modelled}));
}

TEST(Marks, FollowRowsThatChangeTheirOrder) {
  EXPECT_THAT(
      marks({Row{"k", 1.0, 5.0}, Row{"l", 2.0, 6.0}}, {{"measured", {Row{"l", kNull, 6.0}, Row{"k", kNull, 5.0}}}}),
      ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled, Mark::none},
                  std::vector<Mark>{Mark::none, Mark::modelled, Mark::none}));
}

TEST(Marks, AreOnAllNumbersOfARowThatIsGoneWithoutEstimates) {
  EXPECT_THAT(marks({Row{"k", 1.0, kNull}, Row{"l", 2.0, 6.0}}, {{"measured", {Row{"l", 2.0, 6.0}}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled, Mark::none},
                          std::vector<Mark>{Mark::none, Mark::none, Mark::none}));
  EXPECT_THAT(marks({Row{"k", 1.0}}, {{"measured", {}}, {"uncounted", {}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled}));
}

TEST(Marks, AreOnTextThatIsMadeOfAModelledNumber) {
  EXPECT_THAT(marks({Row{"k", "  1.5"}, Row{"l", "2.0"}}, {{"measured", {Row{"k", kNull}, Row{"l", "2.0"}}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled}, std::vector<Mark>{Mark::none, Mark::none}));
}

TEST(Marks, AreOnFormattedNumbersAndBars) {
  const std::vector<BarPart> part = {{'*', 0.5}};
  EXPECT_THAT(marks({Row{"k", encode_number("%.1f", 1), encode_bar(part)}}, {{"measured", {}}}),
              ElementsAre(std::vector<Mark>{Mark::none, Mark::modelled, Mark::modelled}));
}

TEST(Marks, AreOnARowThatTookTheModelToBeTheFirst) {
  // ORDER BY a DESC LIMIT 1
  EXPECT_THAT(marks({Row{"k", 9.0, 1.0}}, {{"measured", {Row{"l", 3.0, 1.0}}}}),
              ElementsAre(std::vector<Mark>{Mark::modelled, Mark::modelled, Mark::none}));
}

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
