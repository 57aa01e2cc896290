#include "ledger/foreign_results.h"

#include <fmt/format.h>

#include "base/file.h"
#include "ledger/exported_tables.h"
#include "ledger/foreign_import.h"
#include "ledger/table_files.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

class ForeignResultsOf : public LedgerTest {
 protected:
  std::string refusal(const std::string& text) {
    write_file(in_folder("results"), text);
    return message_of([&] { read_foreign_results(in_folder("results"), {}); });
  }
};

std::string t4_result(const std::string& configuration) {
  return fmt::format(
      R"({{"configuration": {{{}}}, "times": {{"runtimes": [1]}}, "invalidity": "correct", "correctness": 1}})",
      configuration);
}

TEST_F(ForeignResultsOf, AFileThatIsWrongIsRefusedWithTheResultAtFault) {
  const std::string good = R"({"name": "ok", "real_time": 1})";
  const std::string google = R"({{"context": {{}}, "benchmarks": [{}, {}]}})";
  EXPECT_THAT(refusal(fmt::format(fmt::runtime(google), good, R"({"name": "a", "real_time": "1"})")),
              HasSubstr("results: benchmarks[1]: type must be number"));
  EXPECT_THAT(refusal(fmt::format(fmt::runtime(google), good, R"({"name": "a\nb", "real_time": 1})")),
              HasSubstr("results: benchmarks[1]: the name of a benchmark has control characters"));
  EXPECT_THAT(refusal(fmt::format(R"({{"results": [{}, {}]}})", t4_result(R"("x": 1)"), t4_result(R"("a=b": 1)"))),
              HasSubstr("results: results[1]: a parameter is called 'a=b'"));
  EXPECT_THAT(refusal(R"({"benchmarks": [{"name": "a", "states": []}, {"name": "b", "states": [
                           {"device": 0, "axis_values": null}, {"device": "0", "axis_values": null}]}]})"),
              HasSubstr("results: benchmarks[1]: states[1]: type must be number"));
  EXPECT_THAT(refusal("==PROF== Connected\nID,Kernel Name,Grid Size,Block Size,gpu__time_duration.sum\n,,,,ns\n"
                      "0,\"k\n\",g,b,5\n1,k,g,b,-5\n"),
              HasSubstr("results: line 6: a time is -5 ns"));
  EXPECT_THAT(refusal("ID,Kernel Name,Grid Size,Block Size,gpu__time_duration.sum\n,,,,ns\n0,k,g,b\n"),
              HasSubstr("results: line 3: a row has 4 fields"));
}

TEST_F(ForeignResultsOf, AKeyThatStandsTwiceInAResultIsRefused) {
  EXPECT_THAT(refusal(fmt::format(R"({{"results": [{}]}})", t4_result(R"("x": 1, "x": 2)"))),
              HasSubstr("results: results[0].configuration has the key 'x' twice"));
}

TEST_F(ForeignResultsOf, WholeNumbersThatADoubleRoundsKeepTheirDigitsInTheLedgerAndItsExports) {
  const std::string seeds[] = {"9007199254740993", "18446744073709551615", "-9223372036854775807"};
  std::string results;
  for (const std::string& seed : seeds) results += t4_result("\"seed\": " + seed) + ",";
  write_file(in_folder("file.json"), fmt::format(R"({{"results": [{}{}]}})", results, t4_result("\"seed\": 7")));
  const std::string run =
      import_foreign_results(path(), {.file = in_folder("file.json"), .format = {}, .device = {}}, kSchema).uuid;
  LedgerReader ledger = read_latest();
  EXPECT_EQ(value(ledger, "SELECT group_concat(seed) FROM (SELECT seed FROM points ORDER BY ordinal)"),
            Cell("9007199254740993,18446744073709551615,-9223372036854775807,7.0"));
  write_tables(ledger, exported_tables(ledger, {run}), ExportFormat::json, in_folder("all.json"));
  write_tables(ledger, exported_tables(ledger, {run}), ExportFormat::csv, in_folder("all.csv"));
  for (const std::string& text : {read_file(in_folder("all.json")), read_file(in_folder("all.csv/points.csv"))})
    for (const std::string& seed : seeds) EXPECT_THAT(text, HasSubstr(seed));
}

TEST_F(ForeignResultsOf, WholeNumbersThatADoubleHoldsStayNumbers) {
  write_file(in_folder("file.json"), fmt::format(R"({{"results": [{}]}})", t4_result("\"n\": 18014398509481984")));
  import_foreign_results(path(), {.file = in_folder("file.json"), .format = {}, .device = {}}, kSchema);
  EXPECT_EQ(value(read_latest(), "SELECT n FROM points"), Cell(0x1p54));
}

}  // namespace
}  // namespace warpledger
