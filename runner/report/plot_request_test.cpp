#include "report/plot_request.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model/table.h"
#include "report/report_fixture.h"

namespace warpledger {
namespace {

using nlohmann::json;
using testing::HasSubstr;
constexpr const char* kPlotSelect =
    "SELECT kernel, -- kernel\n"
    "       wp,     -- warps of a block\n"
    "       t,      -- time, µs\n"
    "       peak,   -- at most, µs\n"
    "       note    -- what happened\n"
    "FROM plotted_point\n";
constexpr const char* kLine = "-- x: wp\n-- y: t\n-- series: kernel\n";

Row plotted_point(const std::string& kernel, std::int64_t wp, Cell time_us, Cell note = {}) {
  return {kernel, wp, std::move(time_us), std::int64_t{9}, std::move(note)};
}

Table plotted_points() {
  return {.columns = {"kernel", "wp", "t", "peak", "note"},
          .rows = {plotted_point("a", 1, encode_number("%.1f", 2.25)), plotted_point("a", 2, 4.5),
                   plotted_point("b", 1, Cell{})}};
}

std::string plot(const std::string& kind, const std::string& options, const Table& table) {
  const Page page("```sql " + kind + "\n" + options + kPlotSelect + "```\n", "reports/x.md");
  const PlotRequest request = plot_request(page, std::get<SqlBlock>(page.parts()[0]));
  return render_plot_block(page, request,
                           canned_query({{"FROM plotted_point", table}, {"FROM model_used", {{"a", "b"}, {}}}}));
}

std::string message_of(const std::string& kind, const std::string& options, const Table& table = plotted_points()) {
  try {
    return plot(kind, options, table);
  } catch (const Error& error) {
    return error.what();
  }
}

/// Data of the first figure.
json data_of(const std::string& html) {
  const std::string opening = "<script type=\"application/json\">";
  const std::size_t start = html.find(opening) + opening.size();
  return json::parse(html.substr(start, html.find("</script>") - start));
}

TEST(PlotBlock, ALineHasItsAxesAndRows) {
  const std::string html = plot("line", kLine + std::string("-- log: y\n"), plotted_points());
  const json data = data_of(html);
  EXPECT_EQ(data["kind"], "line");
  EXPECT_EQ(data["x"], json::parse(R"({"name": "wp", "label": "warps of a block", "log": false})"));
  EXPECT_EQ(data["y"]["log"], true);
  ASSERT_EQ(data["rows"].size(), 2u);
  EXPECT_EQ(data["rows"][0], (json{{"x", 1},
                                   {"y", 2.25},
                                   {"series", "a"},
                                   {"source", ""},
                                   {"tip", "kernel: a\nwp: 1\nt: 2.2\npeak: 9\nnote: n/a"}}));
  EXPECT_THAT(html, HasSubstr("Not drawn: 1 row without a number."));
}

TEST(PlotBlock, ANewPlotBeginsWhereverAnEachColumnChanges) {
  const std::string html =
      plot("line", "-- each: kernel\n-- heading: Kernel {{kernel}}\n-- x: wp\n-- y: t\n", plotted_points());
  EXPECT_THAT(html, HasSubstr("<figcaption>Kernel a</figcaption>"));
  EXPECT_THAT(html,
              HasSubstr("<figcaption>Kernel b</figcaption>\n<p class=\"note\">Not drawn: 1 row without a number."));
}

TEST(PlotBlock, WithNothingToDrawItIsLeftOutOnRequest) {
  Table table = plotted_points();
  table.rows.erase(table.rows.begin(), table.rows.begin() + 2);
  EXPECT_EQ(plot("line", kLine + std::string("-- unless empty\n"), table), "");
  EXPECT_NE(plot("line", kLine, table), "");
  EXPECT_EQ(plot("line", kLine, {plotted_points().columns, {}}), "<p>(no rows)</p>\n");
}

TEST(PlotBlock, ModelledRowsSaySo) {
  Table table = plotted_points();
  table.modelled = {false, false, true, false, false};
  const std::string html = plot("line", kLine, table);
  const json data = data_of(html);
  ASSERT_EQ(data["rows"].size(), 2u);
  EXPECT_EQ(data["rows"][0]["source"], "model");
  EXPECT_THAT(std::string(data["rows"][0]["tip"]), HasSubstr("t: 2.2~"));
  EXPECT_THAT(html, HasSubstr("<li><code>~</code> modelled"));
}

TEST(PlotBlock, ALogarithmicAxisHasNoPlaceForZero) {
  Table table = plotted_points();
  table.rows[0][2] = std::int64_t{0};
  EXPECT_THAT(plot("line", kLine + std::string("-- log: x, y\n"), table),
              HasSubstr("1 row with numbers that a logarithmic axis cannot show"));
  EXPECT_THAT(plot("roofline", "-- x: wp\n-- y: t\n", table),
              HasSubstr("1 row with numbers that a logarithmic axis cannot show"));
}

TEST(PlotBlock, LimitsAreDrawnOnce) {
  const json data = data_of(plot("roofline", "-- x: wp\n-- y: t\n-- roof: peak\n-- slope: peak\n", plotted_points()));
  EXPECT_EQ(data["limits"], json::parse(R"([{"role": "roof", "name": "peak: 9", "value": 9.0},
                                            {"role": "slope", "name": "peak: 9", "value": 9.0}])"));
}

TEST(PlotBlock, AHistoryHasItsEventsEvenWhereANumberIsAbsent) {
  Table table = plotted_points();
  for (Row& row : table.rows) row[0] = std::string("2026-11-21 10:30:00");
  table.rows[2][4] = std::string("new driver");
  const json data = data_of(plot("history", "-- x: kernel\n-- y: t\n-- note: note\n", table));
  EXPECT_EQ(data["rows"].size(), 2u);
  EXPECT_EQ(data["events"], json::parse(R"([{"role": "note", "x": 1795257000000.0, "text": "new driver"}])"));
}

TEST(PlotBlock, TwoRowsInOneCellOfAHeatMapAreRefused) {
  Table table = plotted_points();
  table.rows[1][1] = std::int64_t{1};
  EXPECT_EQ(message_of("heatmap", "-- x: wp\n-- y: kernel\n-- value: t\n", table),
            "reports/x.md:2:7: two rows are in the cell x = 1.0, y = \"a\"\n"
            "  -- x: wp\n"
            "        ^\n"
            "hint: group the rows in SQL, or name the column that tells them apart in -- each");
}

TEST(PlotBlock, SamplesTakeACategoryOfSeveralColumns) {
  const json data = data_of(plot("samples", "-- category: kernel, wp\n-- value: t\n", plotted_points()));
  EXPECT_EQ(data["rows"][1]["category"], "a, 2");
  EXPECT_EQ(data["rows"][1]["value"], 4.5);
}

TEST(PlotBlock, AMisspeltOptionIsRefused) {
  EXPECT_EQ(message_of("line", "-- x: wp\n-- y: t\n-- serie: t\n"),
            "reports/x.md:4:4: unknown option 'serie'\n"
            "  -- serie: t\n"
            "     ^\n"
            "hint: did you mean 'series'? allowed: x, y, series, log, each, heading, unless empty");
}

TEST(PlotBlock, AnOptionOfAnotherKindIsRefused) {
  EXPECT_THAT(message_of("line", "-- x: wp\n-- y: t\n-- value: t\n"), HasSubstr("unknown option 'value'"));
}

TEST(PlotBlock, AnAxisThatIsNotGivenIsRefused) {
  EXPECT_EQ(message_of("heatmap", "-- x: wp\n-- y: t\n"),
            "reports/x.md:1:1: this heatmap plot does not say which column is its 'value'\n"
            "  ```sql heatmap\n"
            "  ^\n"
            "hint: begin it with -- value: COLUMN");
}

TEST(PlotBlock, AColumnThatIsNotThereIsRefused) {
  EXPECT_EQ(message_of("line", "-- x: wp\n-- y: tt\n"),
            "reports/x.md:3:7: this block's query has no column 'tt'\n"
            "  -- y: tt\n"
            "        ^\n"
            "hint: did you mean 't'? allowed: kernel, wp, t, peak, note");
}

TEST(PlotBlock, AnAxisThatCannotBeLogarithmicIsRefused) {
  EXPECT_EQ(message_of("history", "-- x: wp\n-- y: t\n-- log: x\n"),
            "reports/x.md:4:9: 'x' cannot be logarithmic in a history plot\n"
            "  -- log: x\n"
            "          ^\n"
            "hint: allowed: y");
}

TEST(PlotBlock, ATextWhereANumberIsNeededIsRefused) {
  EXPECT_THAT(message_of("line", "-- x: kernel\n-- y: t\n"),
              HasSubstr("reports/x.md:2:7: this column holds 'a' where the plot needs a number"));
  EXPECT_THAT(message_of("history", "-- x: kernel\n-- y: t\n"),
              HasSubstr("this column holds 'a' where the plot needs a time"));
}

}  // namespace
}  // namespace warpledger
