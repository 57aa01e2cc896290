// `warpledger query`: what it answers, in which formats, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

/// A ledger with a run of several outcomes, made once.
class QueryCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    for (const char* kernel : {"right", "off_by_one"})
      warpledger({"run", "planted", "--set", std::string("kernel=") + kernel, "--device", "host", "--quiet"}, folder_);
  }

  static Ended query(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "query");
    return warpledger(arguments, folder_);
  }
  static nlohmann::json json(const std::string& sql) {
    return nlohmann::json::parse(query({"--format", "json", sql}).out);
  }

  static std::string folder_;
};
std::string QueryCommand::folder_;

TEST_F(QueryCommand, AnswersInEveryFormat) {
  const std::string sql = "SELECT 1 AS n, 0.1 + 0.2 AS x, num('%.1f', 5.375) AS r, 'a,b|c' AS t, NULL AS \"none\"";
  EXPECT_EQ(query({sql}).out, "n                   x   r t     none\n1 0.30000000000000004 5.4 a,b|c    -\n");
  EXPECT_EQ(query({sql, "--format", "csv"}).out, "n,x,r,t,none\n1,0.30000000000000004,5.375,\"a,b|c\",\n");
  EXPECT_EQ(query({sql, "--format", "json"}).out,
            "[\n{\"n\":1,\"x\":0.30000000000000004,\"r\":5.375,\"t\":\"a,b|c\",\"none\":null}\n]\n");
  EXPECT_THAT(query({sql, "--format", "md"}).out, EndsWith("| 1 | 0.30000000000000004 | 5.4 | a,b\\|c | - |\n"));
}

TEST_F(QueryCommand, PrintsIntegersAsIntegers) {
  EXPECT_THAT(query({"SELECT warps, blocks, 2.0 AS two, 1e300 AS large FROM point LIMIT 1", "--format", "json"}).out,
              testing::ContainsRegex("^\\[\n\\{\"warps\":[0-9]+,\"blocks\":[0-9]+,\"two\":2,\"large\":1e\\+300\\}"));
}

TEST_F(QueryCommand, PrintsFormulasInCsvAsTheyAreStored) {
  EXPECT_EQ(query({"SELECT '=1+1' AS a, '-x' AS b, '@y' AS \"=c\"", "--format", "csv"}).out, "a,b,=c\n=1+1,-x,@y\n");
}

TEST_F(QueryCommand, LeavesOutColumnsThatAreEmptyWhereAsked) {
  const std::string rows =
      "SELECT column1 AS n, column2 AS none, column3 AS t FROM (VALUES (1, NULL, NULL), (2, NULL, 'x'))";
  EXPECT_EQ(query({rows, "--omit-empty"}).out, "n t\n1 -\n2 x\n");
  EXPECT_EQ(query({rows, "--omit-empty", "--format", "csv"}).out, "n,t\n1,\n2,x\n");
  EXPECT_EQ(query({rows, "--omit-empty", "--format", "json"}).out,
            "[\n{\"n\":1,\"t\":null},\n{\"n\":2,\"t\":\"x\"}\n]\n");
  const auto all = query({"SELECT * FROM point", "--format", "json"}),
             filled = query({"SELECT * FROM point", "--omit-empty", "--format", "json"});
  EXPECT_LT(nlohmann::json::parse(filled.out).at(0).size(), nlohmann::json::parse(all.out).at(0).size() / 2);
}

TEST_F(QueryCommand, WithoutMemoryForATableSaysSo) {
  if (is_sanitized()) GTEST_SKIP() << "a sanitizer's own memory is part of the process";
  const Ended ended = shell(
      "ulimit -v 200000; warpledger query 'WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT "
      "1000000) "
      "SELECT x, x AS a, x AS b, x AS c, x AS d, x AS e, x AS f FROM r'",
      folder_);
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_THAT(ended.err, StartsWith("warpledger: there is no memory left\nhint: "));
}

TEST_F(QueryCommand, AnswersWithNoRows) {
  const std::string sql = "SELECT 1 AS n WHERE 0";
  EXPECT_EQ(query({sql}).out, "(no rows)\n");
  EXPECT_EQ(query({sql, "--format", "csv"}).out, "n\n");
  EXPECT_EQ(query({sql, "--format", "json"}).out, "[]\n");
  EXPECT_EQ(query({sql}).exit_code, 0);
}

TEST_F(QueryCommand, ShowsTheLatestRunOrTheOneThatIsNamed) {
  const auto runs = json("SELECT run_uuid FROM runs ORDER BY started_utc");
  ASSERT_EQ(runs.size(), 2);
  EXPECT_EQ(json("SELECT DISTINCT kernel FROM point").at(0).at("kernel"), "off_by_one");
  const Ended first =
      query({"--run", runs.at(0).at("run_uuid"), "--format", "csv", "SELECT DISTINCT kernel FROM point"});
  EXPECT_EQ(first.out, "kernel\nright\n") << first.err;
  EXPECT_EQ(query({"--run", "latest~1", "--format", "csv", "SELECT DISTINCT kernel FROM point"}).out, first.out);
  EXPECT_EQ(query({"--run", "nothing", "SELECT 1"}).exit_code, 2);
}

TEST_F(QueryCommand, TakesTheQueryFromAFileOrStandardInput) {
  std::ofstream(folder_ + "/q.sql") << "SELECT 1 AS n,\n       tme_us\nFROM points;\n";
  const Ended wrong = query({"--file", "q.sql"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(wrong.err,
            "warpledger: q.sql:2:8: no such column: tme_us\n         tme_us\n         ^\n"
            "hint: did you mean 'time_us'?\n");
  EXPECT_THAT(shell("echo 'SELECT n' | warpledger query --file -", folder_).err,
              StartsWith("warpledger: standard input:1:8: no such column: n\n"));
  EXPECT_EQ(shell("echo 'SELECT 7 AS n;' | warpledger query --file - --format csv", folder_).out, "n\n7\n");
}

TEST_F(QueryCommand, ReadsNoMoreRowsThanTheLimit) {
  const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
  EXPECT_EQ(query({"--limit", "2", "--format", "csv", endless}).out, "i\n1\n2\n");
  EXPECT_EQ(query({"--limit", "-1", endless}).exit_code, 2);
}

/// The largest resident size of a query, in KiB, whose answer goes nowhere.
std::int64_t peak_kib(const std::string& format, const std::string& sql, const std::string& folder) {
  const std::string script =
      "import resource, subprocess, sys; "
      "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True); "
      "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";
  const Ended ended =
      shell("python3 -c '" + script + "' warpledger query --format " + format + " '" + sql + "'", folder);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  return std::stoll(ended.out);
}

TEST_F(QueryCommand, OfAMillionRowsAsCsvOrJsonNeedsAHundredMegabytesAtMost) {
  if (is_sanitized()) GTEST_SKIP() << "a sanitizer's own memory is part of the process";
  const std::string sql =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) "
      "SELECT i, i * 0.1 AS b, -i AS c, i * 3 AS d, i / 7.0 AS e, i AS f, i AS g, i AS h, NULL AS k, \"name\" AS l "
      "FROM n";
  for (const char* format : {"csv", "json"}) EXPECT_LE(peak_kib(format, sql, folder_), 100'000) << format;
}

TEST_F(QueryCommand, EndsAtItsLimitsOfMemoryAndTime) {
  const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
  const Ended large = query({"--memory", "20", endless});
  EXPECT_EQ(large.exit_code, 2);
  EXPECT_THAT(large.err, HasSubstr("the query needs more memory than its limit of 20 MiB\nhint: csv and json"));
  const Ended gathered = query({"--memory", "20", "--format", "csv", "SELECT median(i) FROM (" + endless + ")"});
  EXPECT_EQ(gathered.exit_code, 2);
  for (const char* limit : {"1", "500ms"}) {
    const Ended slow = query({"--timeout", limit, "--format", "csv", "SELECT count(*) FROM (" + endless + ")"});
    EXPECT_EQ(slow.exit_code, 2);
    EXPECT_THAT(slow.err, HasSubstr("the query takes longer than its time limit")) << limit;
  }
  EXPECT_EQ(query({"--timeout", "1h30min", "SELECT 1"}).exit_code, 0);
}

TEST_F(QueryCommand, WhoseOutputIsFullEndsWithAnError) {
  const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
  const Ended full = shell("warpledger query --format csv '" + endless + "' > /dev/full", folder_);
  EXPECT_EQ(full.exit_code, 2);
  EXPECT_THAT(full.err, HasSubstr("standard output cannot be written"));
}

TEST_F(QueryCommand, EndsOnCtrlC) {
  // A shell in the background lets its children ignore the signal.
  const Ended ended = shell(
      "env --default-signal=INT timeout --preserve-status -k 9 -s INT 2 warpledger query "
      "'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'",
      folder_);
  EXPECT_EQ(ended.exit_code, 130);
  EXPECT_EQ(query({"SELECT 1 AS n", "--format", "csv"}).out, "n\n1\n");
}

TEST_F(QueryCommand, ChangesNothing) {
  const Ended refused = query({"DELETE FROM main.point"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("this statement does more than read"));
}

TEST_F(QueryCommand, RefusesTwoColumnsOfOneNameInJson) {
  const Ended refused = query({"--format", "json", "SELECT 1 AS a, 2 AS a"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.err,
            "warpledger: two columns are called 'a', but names in a JSON object are unique\n"
            "hint: give one of them another name: ... AS NAME\n");
}

TEST_F(QueryCommand, SaysWhichNumbersAreModelled) {
  const std::string sql = "SELECT ordinal, global_load_requests AS n FROM point ORDER BY ordinal LIMIT 1";
  const std::string folder = fresh_folder();
  ASSERT_EQ(
      shell("warpledger run quickstart --device host:rtx4090 --set d_l=4 --set warps=1 --quiet", folder).exit_code, 0);
  const auto row = nlohmann::json::parse(warpledger({"query", "--format", "json", sql}, folder).out).at(0);
  EXPECT_TRUE(row.at("n~").is_number());
  EXPECT_THAT(warpledger({"query", "--format", "csv", sql}, folder).out, StartsWith("ordinal,n~\n"));
  EXPECT_THAT(warpledger({"query", sql}, folder).out, HasSubstr("modelled global_load_requests\n"));
}

TEST(QueryReference, NeedsNoLedger) {
  const std::string folder = fresh_folder();
  EXPECT_THAT(warpledger({"query", "--views"}, folder).out, HasSubstr("points_modelled"));
  EXPECT_THAT(warpledger({"query", "--columns", "point", "--format", "csv"}, folder).out,
              HasSubstr("\ntime_min_us,µs,"));
  EXPECT_EQ(warpledger({"query", "--columns", "point", "--db", "none.db"}, folder).exit_code, 2);
  EXPECT_EQ(warpledger({"query", "SELECT 1"}, folder).exit_code, 2);
}

TEST(QueryReference, HasThreeExamplesInItsHelp) {
  const std::string help = warpledger({"query", "--help"}, fresh_folder()).out;
  EXPECT_THAT(help, HasSubstr("Examples:"));
  EXPECT_THAT(help, HasSubstr("Exit codes:"));
}

TEST(QueryReference, IsTheRestOfThePageAboutTheLedger) {
  const std::string page = read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/docs/ledger.md");
  const Ended made = shell("WARPLEDGER_PATH= warpledger query --reference", fresh_folder());
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_TRUE(page.ends_with("-->\n\n" + made.out)) << "docs/ledger.md is out of date: run scripts/ledger-reference";
}

TEST(QueryReference, OneQuestionAtATimeIsAsked) {
  EXPECT_EQ(warpledger({"query"}, fresh_folder()).exit_code, 2);
  EXPECT_EQ(warpledger({"query", "SELECT 1", "--views"}, fresh_folder()).exit_code, 2);
}

}  // namespace
}  // namespace warpledger::e2e
