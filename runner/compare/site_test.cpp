#include "compare/site.h"

#include <fmt/format.h>

#include <regex>

#include "compare/site_series.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class SiteTest : public LedgerTest {
 protected:
  /// Writes one run per day with `points` points each; the last eight runs are slower.
  void write_runs(int runs, int points, const std::string& experiment = "weekly",
                  const std::string& identity = "k") const {
    LedgerWriter writer(path(), kSchema);
    for (int run = 0; run < runs; ++run) {
      RunInfo info = run_info();
      info.experiment = experiment;
      info.started_utc = fmt::format("2026-{:02}-{:02}T03:00:00.000Z", 1 + run / 28, 1 + run % 28);
      writer.begin_run(info);
      for (int i = 0; i < points; ++i) {
        Job point = job(i);
        point.kernel = identity;
        point.identity = fmt::format("{} n={} blocks=128 warps=1", identity, i);
        Result ended = result(i);
        const double time_ns = (100'000 + 100 * ((run * 7 + i) % 5)) * (run >= runs - 8 ? 1.1 : 1);
        ended.timing = Timing{{{time_ns, 2520}}, "cuda event", "max_relative_error"};
        writer.record(point, ended);
      }
      writer.end_run("finished", "");
    }
  }

  /// Writes a run of one point at that moment.
  void write_run_at(const std::string& started_utc, const std::string& submission) const {
    RunInfo info = run_info();
    info.experiment = "weekly";
    info.started_utc = started_utc;
    info.submission = submission;
    write_run(1, info);
  }

  SiteSize write_site_of_it(const std::string& submission = "") const {
    return write_site(LedgerReader(path(), kSchema),
                      {.folder = in_folder("public"),
                       .ledger_name = "lab <1>",
                       .submission = submission,
                       .since = "",
                       .now_utc = "2026-11-28T18:30:00Z",
                       .assets = {.style = "p {}", .table_script = "sort()", .plot_scripts = {"a", "b"}},
                       .options = {}});
  }

  static std::size_t count_of(const std::string& part, const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
    return count;
  }

  std::string page(const std::string& name) const { return read_file(in_folder("public/" + name)); }

  std::vector<std::string> pages() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(in_folder("public")))
      if (entry.path().extension() == ".html") names.push_back(entry.path().lexically_relative(in_folder("public")));
    return names;
  }
};

TEST_F(SiteTest, BeginsWithWhatChanged) {
  write_runs(30, 2);
  write_site_of_it();
  EXPECT_THAT(page("index.html"),
              AllOf(HasSubstr("<h1>2 series changed since 2026-01-03: 2 SLOWER</h1>"), HasSubstr(">+10.1</td>"),
                    HasSubstr("<span class=\"badge slower\">SLOWER</span>"), HasSubstr("k n=0 blocks=128"),
                    HasSubstr("<svg class=\"spark\""), HasSubstr(">weekly</a>")));
}

TEST_F(SiteTest, IsNotDatedByARunOfTheFutureAndNamesIt) {
  write_runs(30, 2);
  write_run_at("2040-01-01T00:00:00.000Z", "");
  write_site_of_it();
  EXPECT_THAT(page("index.html"), AllOf(HasSubstr("<h1>2 series changed since 2026-01-03: 2 SLOWER</h1>"),
                                        HasSubstr("1 run is dated later than now "
                                                  "(2026-11-28 18:30 UTC)"),
                                        HasSubstr("Made 2026-11-28 18:30 UTC")));
  EXPECT_THAT(page("runs.html"), Not(HasSubstr("2040")));
}

TEST_F(SiteTest, ShowsNoSubmissionUnlessOneIsNamed) {
  write_runs(30, 2);
  write_run_at("2026-11-01T00:00:00.000Z", "anna");
  write_site_of_it();
  for (const std::string& name : pages()) EXPECT_THAT(page(name), Not(HasSubstr("anna"))) << name;
  EXPECT_THAT(page("index.html"), HasSubstr("since 2026-01-03"));
  EXPECT_EQ(write_site_of_it("anna").series, 1u);
  EXPECT_THAT(page("runs.html"), AllOf(HasSubstr("anna"), HasSubstr("2026-11-01"), Not(HasSubstr("2026-01-02"))));
}

TEST_F(SiteTest, HasNoLinkThatLeadsNowhere) {
  write_runs(30, 3);
  write_site_of_it();
  const std::regex link("(?:href|src)=\"([^\"#]*)#?([^\"]*)\"");
  int links = 0;
  for (const std::string& name : pages()) {
    const std::string text = page(name);
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at, ++links) {
      const fs::path target = fs::path(in_folder("public")) / fs::path(name).parent_path() / (*at)[1].str();
      ASSERT_TRUE(fs::is_regular_file(target)) << name << " links to " << (*at)[1];
      const std::string anchor = (*at)[2];
      EXPECT_TRUE(anchor.empty() || read_file(target).find("id=\"" + anchor + "\"") != std::string::npos) << name;
    }
  }
  EXPECT_GT(links, 40);
}

TEST_F(SiteTest, ShowsAnyNameAsItIs) {
  const std::string evil = "k</script><script>window.broken=1</script>'\"&../../x";
  write_runs(30, 2, evil, evil);
  write_site_of_it();
  for (const std::string& name : pages())
    EXPECT_THAT(page(name), AllOf(Not(HasSubstr("<script>window")), Not(HasSubstr("lab <1>")))) << name;
  EXPECT_FALSE(fs::exists(in_folder("x")));
}

TEST_F(SiteTest, PutsMoreSeriesThanFitOnAPageOnTheNext) {
  constexpr std::size_t kSeries = 2 * kMostSeriesOfPage + 1;
  write_runs(10, static_cast<int>(kSeries));
  EXPECT_EQ(write_site_of_it().series, kSeries);
  std::vector<std::size_t> lines;
  for (const std::string& name : pages())
    if (name.starts_with("groups/")) lines.push_back(count_of("<details class=\"series\"", page(name)));
  EXPECT_THAT(lines, testing::UnorderedElementsAre(kMostSeriesOfPage, kMostSeriesOfPage, 1u));
}

TEST_F(SiteTest, HasTheSameAddressesEachTimeItIsMade) {
  write_runs(30, 2);
  write_site_of_it();
  const std::vector<std::string> first = pages();
  write_site_of_it();
  EXPECT_EQ(pages(), first);
}

TEST_F(SiteTest, ComparesTheNewestRunWithTheOneBefore) {
  write_runs(30, 2);
  write_site_of_it();
  EXPECT_THAT(page("runs.html"), HasSubstr(">compared</a>"));
  std::string compared;
  for (const std::string& name : pages())
    if (name.starts_with("runs/")) compared += page(name);
  EXPECT_THAT(compared, HasSubstr("2 points: 0 SAME, 0 FASTER, 0 SLOWER, 2 INCONCLUSIVE"));
}

TEST_F(SiteTest, OfALedgerWithoutRunsIsNone) {
  { const LedgerWriter writer(path(), kSchema); }
  EXPECT_THAT(message_of([&] { write_site_of_it(); }), HasSubstr("this ledger has no runs"));
  EXPECT_FALSE(fs::exists(in_folder("public")));
}

}  // namespace
}  // namespace warpledger
