// Text tables limited to the terminal's width.
#include <gmock/gmock.h>

#include <cstdint>
#include <sstream>

#include "base/text_width.h"
#include "model/table.h"
#include "report/draw.h"
#include "report/report_fixture.h"

using testing::Each;
using testing::HasSubstr;
using testing::Le;
using testing::Not;

namespace warpledger {
namespace {

std::string on_terminal(const Table& table, int columns) { return render_table(table, Format::text, {columns, true}); }

std::vector<std::size_t> widths_of(const std::string& text) {
  std::vector<std::size_t> widths;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) widths.push_back(display_width(line));
  return widths;
}

Table comparison() {
  return {.columns = {"point", "before µs", "ratio", "verdict", "why"},
          .rows = {Row{std::string("norm_base d_l=32 warps=1"), integer(1234), integer(7), std::string("SLOWER"),
                       std::string("every launch took longer than before")},
                   Row{std::string("norm_group d_l=32 warps=1"), integer(5), integer(1), std::string("SAME"),
                       std::string("within the noise")}}};
}

TEST(TextOnATerminal, ATableThatFitsIsDrawnAsAnywhere) {
  EXPECT_EQ(on_terminal(comparison(), 100), render_table(comparison(), Format::text, {100}));
}

TEST(TextOnATerminal, TextIsFoldedInAnyColumn) {
  EXPECT_EQ(on_terminal(comparison(), 70),
            "point                  before µs ratio verdict why\n"
            "norm_base d_l=32            1234     7 SLOWER  every launch took\n"
            "warps=1                                        longer than before\n"
            "norm_group d_l=32              5     1 SAME    within the noise\n"
            "warps=1\n");
}

TEST(TextOnATerminal, ATableThatIsStillTooWideGoesOnBelowBehindTheKeyColumn) {
  EXPECT_EQ(on_terminal(comparison(), 45),
            "point                before µs ratio verdict\n"
            "norm_base d_l=32          1234     7 SLOWER\n"
            "warps=1\n"
            "norm_group d_l=32            5     1 SAME\n"
            "warps=1\n"
            "\n"
            "point                  why\n"
            "norm_base d_l=32       every launch took\n"
            "warps=1                longer than before\n"
            "norm_group d_l=32      within the noise\n"
            "warps=1\n");
}

TEST(TextOnATerminal, AllColumnsThatTellRowsApartAreRepeated) {
  Table table{.columns = {"kernel", "wp", "instructions", "requests", "sectors"}, .rows = {}};
  for (const std::int64_t wp : {1, 2}) table.rows.push_back({std::string("k"), wp, wp, wp, wp});
  EXPECT_EQ(on_terminal(table, 25),
            "kernel wp instructions\n"
            "k       1            1\n"
            "k       2            2\n"
            "\n"
            "kernel wp requests\n"
            "k       1        1\n"
            "k       2        2\n"
            "\n"
            "kernel wp sectors\n"
            "k       1       1\n"
            "k       2       2\n");
}

TEST(TextOnATerminal, WordsAreCutOnlyWhereNoColumnCanGiveThemRoom) {
  const Table table{.columns = {"why", "counter"},
                    .rows = {Row{std::string("12.1 % slower, in cycles 12.1 % as well"),
                                 std::string("bank_conflicts_per_request 0 -> 15")}}};
  EXPECT_EQ(on_terminal(table, 54),
            "why                        counter\n"
            "12.1 % slower, in cycles   bank_conflicts_per_request\n"
            "12.1 % as well             0 -> 15\n");
}

TEST(TextOnATerminal, HeadingsAreFoldedBeforeATableIsSplit) {
  const Table table{.columns = {"ledger", "runs added", "already there", "points added"},
                    .rows = {Row{std::string("a.db"), integer(1), integer(0), integer(12)}}};
  EXPECT_EQ(on_terminal(table, 32),
            "           runs already  points\n"
            "ledger    added   there   added\n"
            "a.db          1       0      12\n");
}

TEST(TextOnATerminal, TheColumnsOfAGroupStayUnderItsHeading) {
  const Table table{.columns = {"submission", "Coalesced | of 10", "interval | from", "interval | to"},
                    .rows = {Row{std::string("anna"), integer(5), integer(1), integer(2)}}};
  EXPECT_EQ(on_terminal(table, 24),
            "           Coalesced\n"
            "submission     of 10\n"
            "anna               5\n"
            "\n"
            "           interval\n"
            "submission from  to\n"
            "anna          1   2\n");
}

TEST(TextOnATerminal, ABarHasTheRoomOfItsHeadingAndElseALineOfItsOwn) {
  const Table table{.columns = {"wp", "elements", "=== Util: FP++  L2** "},
                    .rows = {Row{integer(1), integer(4718592), encode_bar(std::vector<BarPart>{{'*', 0.5}})}}};
  EXPECT_EQ(on_terminal(table, 36),
            "wp elements === Util: FP++  L2** ==\n"
            " 1  4718592 ************\n");
  EXPECT_EQ(on_terminal(table, 26),
            "wp elements\n"
            " 1  4718592\n"
            "\n"
            "wp === Util: FP++  L2** =\n"
            " 1 ***********\n");
}

TEST(TextOnATerminal, WideAndCombiningCharactersAreCountedAsTheyAreShown) {
  const Table table{.columns = {"名前", "x"}, .rows = {Row{std::string("カーネル e\u0301e\u0301 ノルム"), integer(1)}}};
  EXPECT_EQ(on_terminal(table, 16),
            "名前          x\n"
            "カーネル e\u0301e\u0301   1\n"
            "ノルム\n");
}

TEST(TextOnATerminal, NothingIsWiderThanItWhateverTheTableHolds) {
  Table wide{.columns = {}, .rows = {Row{}, Row{}}};
  for (int i = 0; i < 300; ++i) {
    wide.columns.push_back((i % 7 == 0 ? "group of columns | " : "") + std::string(1 + i % 40, 'h') +
                           std::to_string(i));
    wide.rows[0].push_back(i % 3 == 0 ? Cell(std::string(1 + i % 50, 'x')) : integer(1LL << (i % 60)));
    wide.rows[1].push_back(i % 5 == 0 ? Cell() : encode_number("%.3f", 1e6 * i));
  }
  const Table huge{
      .columns = {"id", std::string(500, 'h'), std::string(90, 'g') + " | " + std::string(300, 'n'), "==="},
      .rows = {Row{integer(1), std::string(1 << 21, 'x'), integer(1LL << 62),
                   encode_bar(std::vector<BarPart>{{'*', 0.5}})}}};
  const Table none{};
  const Table one{.columns = {"text"}, .rows = {Row{std::string(1000, 'y')}}};
  for (const int columns : {10, 40, 60, 80, 120})
    for (const Table& table : {wide, huge, none, one, comparison()})
      EXPECT_THAT(widths_of(on_terminal(table, columns)), Each(Le(columns - 1))) << columns;
}

TEST(TextElsewhere, RowsStayWholeForTheProgramThatReadsThem) {
  const std::string text = render_table(comparison(), Format::text, {});
  EXPECT_THAT(text, HasSubstr("\nnorm_base d_l=32 warps=1       1234     7 SLOWER  every launch took longer than\n"));
  EXPECT_THAT(text, Not(HasSubstr("\n\n")));
}

TEST(TextElsewhere, OneEnormousCellDoesNotPadAllOthers) {
  const Table table{.columns = {"text", "n"},
                    .rows = {Row{std::string(1 << 21, 'x'), integer(1)}, Row{std::string("y"), integer(2)}}};
  EXPECT_LT(render_table(table, Format::text, {}).size(), (1U << 21) + 5000U);
}

}  // namespace
}  // namespace warpledger
