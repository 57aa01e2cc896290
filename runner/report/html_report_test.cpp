// Complete pages as HTML, compared byte by byte.
#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/text.h"
#include "model/table.h"
#include "report/report.h"
#include "report/report_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;
using testing::Not;
constexpr const char* kHostile = "<script>alert('x')</script> & \"co\"";

Query plotted_ledger() {
  const std::string name = kHostile;
  const Table points{.columns = {"instance", "wp", "t/µs"},
                     .rows = {Row{name, std::int64_t{1}, number("%.1f", 20.04)}, Row{name, std::int64_t{2}, Cell{}},
                              Row{name, std::int64_t{4}, number("%.1f", 7.25)}}};
  const Table point{.columns = {"instance", "wp", "t/µs", "L2-Cache | N*R", "=== Util: L2** "},
                    .rows = {Row{name, std::int64_t{1}, number("%.1f", 20.04), number("%.1f", 1.03),
                                 encode_bar(std::vector<BarPart>{{'*', 0.25}, {'+', 0.1}})},
                             Row{name, std::int64_t{32}, Cell{}, number("%.1f", 2), Cell{}}},
                    .modelled = {false, false, false, true, false},
                    .reads_modelled = {"point.l2_read_norm"}};
  return canned_query({{"FROM points", points},
                       {"FROM point", point},
                       {"AS about", {{"about"}, {Row{name + " on a GPU."}}}},
                       {"FROM environment", {{"environment", "during the run"}, {Row{std::string("cpu"), name}}}},
                       {"FROM model_used", {{"model_version", "profile"}, {Row{std::string("1"), std::string("ab")}}}},
                       {"FROM device", {{"name"}, {Row{name}}}},
                       {"FROM run_info", {{"run_uuid"}, {Row{std::string("0f3c")}}}}});
}

ReportOptions html() {
  return {.format = Format::html,
          .assets = {.style = "body { margin: 0 }\n", .table_script = "sort();", .plot_scripts = {"library();"}}};
}

TEST(HtmlReport, APageGivesTheExpectedHtml) {
  EXPECT_EQ(render_report(testdata("html.md"), "html.md", plotted_ledger(), html()), testdata("html.expected.html"));
}

TEST(HtmlReport, NamesAndReasonsAreInert) {
  const std::string text = render_report(testdata("html.md"), "html.md", plotted_ledger(), html());
  EXPECT_THAT(text, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(text, Not(HasSubstr("<script&")));
  EXPECT_THAT(text, Not(HasSubstr("</script> &")));
}

TEST(HtmlReport, TheOtherFormatsLeavePlotsOutWithoutAskingForTheirData) {
  const Query nobody = canned_query({});
  const std::string page = "before\n\n```sql line\n-- x: a\n-- y: b\nSELECT 1\n```\n\nafter\n";
  for (const Format format : {Format::text, Format::markdown})
    EXPECT_EQ(render_report(page, "x.md", nobody, {.format = format}), "before\n\nafter\n");
  EXPECT_EQ(render_report(page, "x.md", nobody, {.format = Format::csv}), "");
}

TEST(HtmlReport, APageWithoutPlotsDoesNotCarryTheLibrary) {
  const std::string text = render_report("Hello.\n", "x.md", plotted_ledger(), html());
  EXPECT_THAT(text, HasSubstr("sort();"));
  EXPECT_THAT(text, Not(HasSubstr("library();")));
}

TEST(HtmlReport, WithoutTheLibraryAPageOfSeveralPlotsSaysOnceWhyItHasNone) {
  const std::string plot = "\n```sql line\n-- x: a\n-- y: b\nSELECT a,  -- first\n  b  -- second\nFROM t\n```\n";
  const Query two = canned_query(
      {{"FROM t", {{"a", "b"}, {Row{std::int64_t{1}, 2.0}, Row{std::int64_t{2}, 3.0}}}}, {"FROM", {{}, {}}}});
  const ReportOptions bare{.format = Format::html, .assets = {.plots_absent = "the library is <there> not"}};
  const std::string text = render_report("# T\n" + plot + plot, "x.md", two, bare);
  const std::size_t reason = text.find("the library is &lt;there&gt; not");
  ASSERT_NE(reason, std::string::npos);
  EXPECT_EQ(text.find("the library is", reason + 1), std::string::npos);
  EXPECT_THAT(text, Not(HasSubstr("<figure>")));
}

TEST(HtmlReport, AScriptCannotEndItsElement) {
  ReportOptions options = html();
  options.assets.table_script = "show('</script>');";
  EXPECT_THAT(render_report("Hello.\n", "x.md", plotted_ledger(), options),
              HasSubstr("show('<\\/script>');\n</script>"));
}

TEST(HtmlReport, ProseIsCommonMarkWithoutRawHtml) {
  const std::string text =
      render_report("- *a* `b<c` \n- <b>x</b>\n\n```sh\nls | wc <in\n```\n", "x.md", plotted_ledger(), html());
  EXPECT_THAT(text, HasSubstr("<ul>\n<li><em>a</em> <code>b&lt;c</code></li>"));
  EXPECT_THAT(text, Not(HasSubstr("<b>")));
  EXPECT_THAT(text, HasSubstr("<pre><code class=\"language-sh\">ls | wc &lt;in\n</code></pre>"));
}

TEST(HtmlReport, ALinkThatRunsAScriptIsLeftOut) {
  EXPECT_THAT(render_report("[x](javascript:alert(1))\n", "x.md", plotted_ledger(), html()),
              Not(HasSubstr("javascript:")));
}

}  // namespace
}  // namespace warpledger
