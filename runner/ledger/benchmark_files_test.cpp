#include "ledger/benchmark_files.h"

#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "ledger/exported_tables.h"
#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using ParsedJson = nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

class BenchmarkFiles : public LedgerTest {
 protected:
  /// A run with a point of each outcome.
  void write_outcomes() const {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    for (std::size_t i = 0; i < kOutcomeNames.size(); ++i) {
      const auto ordinal = static_cast<std::int64_t>(i);
      Job one = job(ordinal);
      one.identity += " i=" + std::to_string(i);
      Result ended = result(ordinal);
      ended.outcome = static_cast<Outcome>(i);
      if (ended.outcome != Outcome::ok) ended = {.ordinal = ordinal, .outcome = ended.outcome, .reason = "because"};
      if (ended.outcome == Outcome::incorrect) ended.checks = {{"l_out", 100, 25, 1.5}};
      writer.record(one, ended);
    }
    writer.end_run("finished", "");
  }

  ParsedJson write(BenchmarkFormat format) {
    LedgerReader ledger = read_latest();
    write_benchmarks(ledger, runs_to_export(ledger, "", ""), format, in_folder("out.json"));
    return ParsedJson::parse(read_file(in_folder("out.json")));
  }
};

TEST_F(BenchmarkFiles, T4HasWhatItsSchemaRequiresAndEachOutcomeByItsWord) {
  write_outcomes();
  const ParsedJson t4 = write(BenchmarkFormat::t4);
  EXPECT_EQ(t4.at("schema_version"), "1.0.0");
  std::vector<std::string> words;
  for (const ParsedJson& result : t4.at("results")) {
    words.push_back(result.at("invalidity"));
    EXPECT_TRUE(result.at("configuration").is_object());
    EXPECT_TRUE(result.at("times").at("runtimes").is_array());
    EXPECT_TRUE(result.at("correctness").is_number());
    for (const ParsedJson& measurement : result.at("measurements"))
      EXPECT_TRUE(measurement.at("name").is_string() && measurement.at("unit").is_string());
  }
  EXPECT_THAT(words, ElementsAre("correct", "correctness", "constraints", "compile", "runtime", "timeout", "runtime",
                                 "runtime"));
  EXPECT_EQ(t4.at("results")[1].at("correctness"), 0.75);
  EXPECT_EQ(t4.at("results")[6].at("correctness"), 0);
}

TEST_F(BenchmarkFiles, T4HasSamplesInMillisecondsAndMetricsInFull) {
  write_run(1);
  const ParsedJson result = write(BenchmarkFormat::t4).at("results").at(0);
  EXPECT_EQ(result.at("times").at("runtimes"), ParsedJson({0.15, 0.149, 0.148}));
  EXPECT_EQ(result.at("measurements")[0], ParsedJson({{"name", "time"}, {"value", 0.149}, {"unit", "ms"}}));
  std::map<std::string, ParsedJson> metrics;
  for (const ParsedJson& metric : result.at("measurements")) metrics[metric.at("name")] = metric.at("value");
  EXPECT_EQ(metrics.at("inst_executed"), 648806.4);
  EXPECT_EQ(metrics.count("dram_bytes"), 0u);  // it has no value
  EXPECT_EQ(result.at("configuration").at("kernel"), "norm_base<32>");
  EXPECT_EQ(result.at("configuration").at("d_l"), 32);
  EXPECT_EQ(result.at("configuration").at("input_mib"), -0.25);
  EXPECT_EQ(result.at("configuration").count("elements"), 0u);  // it is work, not chosen
}

TEST_F(BenchmarkFiles, BmfHasTheMedianBetweenTheQuartilesOfOkPoints) {
  write_outcomes();
  const ParsedJson bmf = write(BenchmarkFormat::bmf);
  ASSERT_EQ(bmf.size(), 1u);
  const ParsedJson latency = bmf.at(job(0).identity + " i=0").at("latency");
  EXPECT_EQ(latency, ParsedJson({{"value", 149000}, {"lower_value", 148500}, {"upper_value", 149500}}));
}

TEST_F(BenchmarkFiles, BmfRefusesTwoPointsOfTheSameName) {
  write_run(2);
  EXPECT_THAT(message_of([&] { write(BenchmarkFormat::bmf); }), HasSubstr("two points are called"));
  EXPECT_FALSE(std::filesystem::exists(in_folder("out.json")));
  EXPECT_FALSE(std::filesystem::exists(in_folder("out.json.partial")));
}

TEST_F(BenchmarkFiles, GoogleBenchmarkHasARepetitionForEachSampleAndTheirMedian) {
  write_run(1);
  const ParsedJson benchmarks = write(BenchmarkFormat::google_benchmark).at("benchmarks");
  ASSERT_EQ(benchmarks.size(), 4u);
  EXPECT_EQ(benchmarks[2].at("real_time"), 148000);
  EXPECT_EQ(benchmarks[2].at("repetition_index"), 2);
  EXPECT_EQ(benchmarks[2].at("time_unit"), "ns");
  EXPECT_EQ(benchmarks[3].at("run_type"), "aggregate");
  EXPECT_EQ(benchmarks[3].at("real_time"), 149000);
  EXPECT_EQ(benchmarks[3].at("registers"), 40);
}

TEST_F(BenchmarkFiles, GoogleBenchmarkSaysWhatFailedWithoutATime) {
  write_outcomes();
  const ParsedJson last = write(BenchmarkFormat::google_benchmark).at("benchmarks").back();
  EXPECT_EQ(last.at("error_occurred"), true);
  EXPECT_EQ(last.at("error_message"), "implausible: because");
  EXPECT_EQ(last.count("real_time"), 0u);
}

TEST_F(BenchmarkFiles, ASampleThatIsNoFiniteNumberIsToldWithItsPoint) {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    LedgerWriter writer(path(), kSchema);
    writer.begin_run(run_info());
    Result edited = result(0);
    edited.timing->samples.front().time_ns = bad;
    writer.record(job(0), edited);
    writer.end_run("finished", "");
    for (const auto format : {BenchmarkFormat::t4, BenchmarkFormat::bmf, BenchmarkFormat::google_benchmark})
      EXPECT_THAT(message_of([&] { write(format); }),
                  HasSubstr("point '" + job(0).identity + "' has a sample that is no finite number"));
  }
}

TEST_F(BenchmarkFiles, AFileHoldsOneRun) {
  for (int run = 0; run < 2; ++run) write_run(1);
  LedgerReader ledger = read_latest();
  const std::vector<std::string> runs = runs_to_export(ledger, kAllRuns, "");
  EXPECT_THAT(message_of([&] { write_benchmarks(ledger, runs, BenchmarkFormat::t4, in_folder("out.json")); }),
              HasSubstr("these are 2 runs"));
}

}  // namespace
}  // namespace warpledger
