// Runs in the formats of other tools: the exporters of contrib/ read the ledger file itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

/// A run with a point of each outcome, of two repetitions and of two metrics.
constexpr const char* kRun =
    R"({"warpledger_import": 1, "tool": "bench", "device": "NVIDIA H200", "backend": "cuda", "started_utc": "2025-11-01T03:00:00Z"}
{"kernel": "copy", "parameters": {"n": 1024, "type": "f16"}, "launch": {"grid": [8, 8], "block": [16, 16]}, "outcome": "ok", "samples_ns": [150000, 149000, 148000], "metrics": [{"name": "latency", "value": 2.5, "unit": "byte"}, {"name": "noise", "value": null, "reason": "one"}]}
{"kernel": "copy", "parameters": {"n": 1}, "outcome": "incorrect", "reason": "because"}
{"kernel": "copy", "parameters": {"n": 2}, "outcome": "invalid_point", "reason": "because"}
{"kernel": "copy", "parameters": {"n": 3}, "outcome": "compile_failed", "reason": "because"}
{"kernel": "copy", "parameters": {"n": 4}, "outcome": "launch_failed", "reason": "because"}
{"kernel": "copy", "parameters": {"n": 5}, "outcome": "timed_out", "reason": "because"}
{"kernel": "copy", "parameters": {"n": 6}, "outcome": "crashed", "reason": "because"}
{"kernel": "copy", "parameters": {"n": 7}, "outcome": "implausible", "reason": "because"}
)";

class Exporters : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_ + "/run.jsonl") << kRun;
    ASSERT_EQ(shell("warpledger ledger import run.jsonl", folder_).exit_code, 0);
  }

  json exported(const std::string& command) const {
    const Ended ended = shell(command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    return json::parse(ended.out);
  }

  const std::string folder_ = fresh_folder();
};

TEST_F(Exporters, T4HasEachOutcomeByItsWordAndSamplesInMilliseconds) {
  const json t4 = exported("to_t4.py");
  EXPECT_EQ(t4.at("schema_version"), "1.0.0");
  std::vector<std::string> words;
  for (const json& result : t4.at("results")) {
    words.push_back(result.at("invalidity"));
    EXPECT_TRUE(result.at("correctness").is_number());
  }
  EXPECT_THAT(words, ElementsAre("correct", "correctness", "constraints", "compile", "runtime", "timeout", "runtime",
                                 "runtime"));
  const json& first = t4.at("results").at(0);
  EXPECT_EQ(first.at("times").at("runtimes"), json({0.15, 0.149, 0.148}));
  EXPECT_EQ(first.at("measurements"), json::parse(R"([{"name": "time", "value": 0.149, "unit": "ms"},
                                                      {"name": "latency", "value": 2.5, "unit": "byte"}])"));
  EXPECT_EQ(
      first.at("configuration"),
      json::parse(
          R"({"kernel": "copy", "n": 1024, "type": "f16", "grid": "8x8", "block": "16x16", "blocks": 64, "threads": 256, "warps": 8})"));
  EXPECT_EQ(t4.at("results").at(7).at("correctness"), 0);
}

TEST_F(Exporters, BmfHasTheMedianBetweenTheQuartilesOfOkPoints) {
  const json bmf = exported("to_bmf.py");
  ASSERT_EQ(bmf.size(), 1u);
  const json& measures = bmf.at("copy n=1024 type=f16 grid=8x8 block=16x16");
  EXPECT_EQ(measures.at("latency"), json({{"value", 149000.0}, {"lower_value", 148500.0}, {"upper_value", 149500.0}}));
  EXPECT_EQ(measures.at("metric latency"), json({{"value", 2.5}}));
}

TEST_F(Exporters, GoogleBenchmarkHasARepetitionForEachSampleTheirMedianAndWhatFailed) {
  const json benchmarks = exported("to_google_benchmark.py").at("benchmarks");
  ASSERT_EQ(benchmarks.size(), 4u + 7u);
  EXPECT_EQ(benchmarks[2].at("real_time"), 148000);
  EXPECT_EQ(benchmarks[2].at("repetition_index"), 2);
  EXPECT_EQ(benchmarks[3].at("aggregate_name"), "median");
  EXPECT_EQ(benchmarks[3].at("real_time"), 149000);
  EXPECT_EQ(benchmarks[3].at("latency"), 2.5);
  EXPECT_EQ(benchmarks[10].at("error_message"), "implausible: because");
  EXPECT_FALSE(benchmarks[10].contains("real_time"));
}

TEST_F(Exporters, WhatTheyWriteIsImportedWithTheSameTimes) {
  const std::string times =
      "warpledger query --format csv \"SELECT outcome, round(time_us, 6) AS us FROM points ORDER BY ordinal\"";
  const std::string expected = shell(times, folder_).out;
  EXPECT_THAT(expected, HasSubstr("ok,149"));
  for (const std::string way :
       {"to_t4.py | from_t4.py --device H200", "to_google_benchmark.py | from_google_benchmark.py"})
    EXPECT_EQ(shell(way + " | warpledger ledger import - --db again.db >/dev/null && " + times +
                        " --db again.db | head -2 && rm again.db*",
                    folder_)
                  .out,
              expected.substr(0, expected.find('\n', expected.find('\n') + 1) + 1))
        << way;
}

TEST_F(Exporters, ARunIsNamedByTheStartOfItsUuid) {
  const std::string uuid =
      shell("warpledger query --format csv 'SELECT run_uuid FROM runs' | tail -1", folder_).out.substr(0, 8);
  EXPECT_EQ(exported("to_t4.py " + uuid), exported("to_t4.py latest"));
  EXPECT_EQ(shell("warpledger ledger forget " + uuid, folder_).exit_code, 0);
  for (const std::string& run : {std::string("latest"), uuid, std::string("none")}) {
    const Ended ended = shell("to_t4.py " + run, folder_);
    EXPECT_EQ(ended.exit_code, 2);
    EXPECT_THAT(ended.err, HasSubstr("0 runs are '" + run + "'"));
  }
}

TEST_F(Exporters, OtherFilesAreRejectedAndStayAsTheyAre) {
  std::ofstream(folder_ + "/text.db") << "no database";
  for (const std::string file : {"absent.db", "text.db"}) {
    const Ended ended = shell("to_bmf.py --db " + file, folder_);
    EXPECT_EQ(ended.exit_code, 2);
    EXPECT_THAT(ended.err, HasSubstr(file + ": "));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/absent.db"));
  EXPECT_EQ(shell("sqlite3 empty.db 'CREATE TABLE t (x)' && to_bmf.py --db empty.db", folder_).exit_code, 2);
}

}  // namespace
}  // namespace warpledger::e2e
