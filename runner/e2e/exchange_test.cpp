// Results of other tools: a converter of contrib/ reads what the tool wrote, `ledger import` stores it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string kData = WARPLEDGER_SOURCE_DIR "/contrib/test/data/";

/// An output of a tool, and what the ledger then has of it.
struct Converted {
  const char* name;
  const char* converter;  ///< with its options
  const char* file;       ///< of contrib/test/data
  const char* rows;       ///< identity, outcome, cache, time in ns
};

void PrintTo(const Converted& one, std::ostream* out) { *out << one.file; }

class ConvertedResults : public testing::TestWithParam<Converted> {};

TEST_P(ConvertedResults, AreInTheLedger) {
  const std::string folder = fresh_folder();
  const Ended imported = shell(
      std::string(GetParam().converter) + " '" + kData + GetParam().file + "' | warpledger ledger import -", folder);
  EXPECT_EQ(imported.exit_code, 0) << imported.err;
  EXPECT_EQ(imported.err, "");
  EXPECT_EQ(shell("warpledger query --format csv \"SELECT device_name AS device, identity, outcome, cache, "
                  "round(1e3 * time_us, 1) AS ns FROM points ORDER BY device_name, ordinal\" | tail -n +2",
                  folder)
                .out,
            GetParam().rows);
  EXPECT_EQ(shell("warpledger ledger check", folder).exit_code, 0);
}

const std::vector<Converted> kConverted = {
    {"NvbenchCold", "from_nvbench.py", "nvbench/ok.json", "NVIDIA H200,copy N=1024,ok,cold,11000\n"},
    {"NvbenchInfinity", "from_nvbench.py", "nvbench/inf.json", "NVIDIA H200,copy N=1024,ok,cold,1050000011.9\n"},
    {"NvbenchNan", "from_nvbench.py", "nvbench/nan.json", "NVIDIA H200,copy N=1024,ok,,\n"},
    {"NvbenchTextSummary", "from_nvbench.py", "nvbench/strsum.json", "NVIDIA H200,copy N=1024,ok,,\n"},
    {"NvbenchSummaryWithoutData", "from_nvbench.py", "nvbench/nodata.json", "NVIDIA H200,copy N=1024,ok,,\n"},
    {"NvbenchTwoDevices", "from_nvbench.py", "nvbench/two_devices.json",
     "NVIDIA A100,copy N=8,ok,,\nNVIDIA H200,copy N=8,ok,,\nNVIDIA H200,copy N=9,invalid_point,,\n"},
    {"GoogleBenchmarkNan", "from_google_benchmark.py", "google_benchmark/nan.json", "ce,BM_a,ok,,10\nce,BM_b,ok,,10\n"},
    {"GoogleBenchmarkInfinity", "from_google_benchmark.py", "google_benchmark/inf.json",
     "ce,BM_a,ok,,10\nce,BM_b,ok,,10\n"},
    {"GoogleBenchmarkSkipped", "from_google_benchmark.py", "google_benchmark/skipped.json",
     "ce,BM_a,ok,,10\nce,BM_b,invalid_point,,\n"},
    {"GoogleBenchmarkZeroTime", "from_google_benchmark.py", "google_benchmark/zero.json",
     "ce,BM_a,ok,,10\nce,BM_b,implausible,,\n"},
    {"GoogleBenchmarkOneNameTwice", "from_google_benchmark.py", "google_benchmark/dup.json",
     "ce,BM_copy/1024,ok,,10\nce,BM_copy/1024 repetition=2,ok,,90\n"},
    {"GoogleBenchmarkOldAggregates", "from_google_benchmark.py", "google_benchmark/old_agg.json",
     "unknown host,BM_a,ok,,11\n"},
    {"GoogleBenchmarkOldBigO", "from_google_benchmark.py", "google_benchmark/old_bigo.json",
     "unknown host,BM_a,ok,,10\nunknown host,BM_a repetition=2,ok,,11\nunknown host,BM_a repetition=3,ok,,12\n"},
    {"T4Microseconds", "from_t4.py --device H200", "t4/us.json", "H200,kernel b=32,ok,,1550\n"},
    {"T4CorrectnessZero", "from_t4.py --device H200", "t4/wrong.json", "H200,kernel b=32,incorrect,,\n"},
    {"T4ZeroTime", "from_t4.py --device H200", "t4/zero.json",
     "H200,kernel b=32,ok,,1550\nH200,kernel b=64,implausible,,\n"},
    {"NcuTwoDevices", "from_ncu.py --device 0=H200 --device 1=T4", "ncu/twodev.csv",
     "H200,copy(float*) grid=128 block=256,ok,cold,1000\nT4,copy(float*) grid=128 block=256,ok,cold,9000\n"},
    {"NcuAppendedLog", "from_ncu.py --device H200", "ncu/appended.csv",
     "H200,copy(float*) grid=128 block=256,ok,cold,1000\nH200,copy(float*) grid=128 block=256 "
     "repetition=2,ok,cold,1100\n"
     "H200,copy(float*) grid=128 block=256 repetition=3,ok,cold,1000\n"
     "H200,copy(float*) grid=128 block=256 repetition=4,ok,cold,1100\n"},
    {"NcuByteOrderMark", "from_ncu.py --device H200 --cache-control none", "ncu/bom.csv",
     "H200,copy(float*) grid=128 block=256,ok,,1000\nH200,copy(float*) grid=128 block=256 repetition=2,ok,,1100\n"},
    {"NcuUtf16", "from_ncu.py --device H200", "ncu/utf16.csv",
     "H200,copy(float*) grid=128 block=256,ok,cold,1000\nH200,copy(float*) grid=128 block=256 "
     "repetition=2,ok,cold,1100\n"},
    {"NcuNanTime", "from_ncu.py --device H200", "ncu/nantime.csv",
     "H200,copy(float*) grid=128 block=256,implausible,,\n"},
    {"NcuOf2020", "from_ncu.py", "ncu/old.csv", "unknown GPU,copy,ok,cold,10240\n"},
};

INSTANTIATE_TEST_SUITE_P(Of, ConvertedResults, testing::ValuesIn(kConverted),
                         [](const auto& test) { return std::string(test.param.name); });

constexpr const char* kDevice =
    R"({"warpledger_import": 1, "tool": "bench", "device": "H200", "backend": "cuda", "file": "x.json"})"
    "\n";

class Import : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) const { std::ofstream(folder_ + "/" + file) << text; }
  Ended wl(const std::string& words) const { return shell("warpledger " + words, folder_); }

  const std::string folder_ = fresh_folder();
};

std::string point(const std::string& kernel, const std::string& time_ns) {
  return R"({"kernel": ")" + kernel + R"(", "outcome": "ok", "samples_ns": [)" + time_ns + "]}\n";
}

TEST_F(Import, ABadLineIsExitCodeOneAndIsNamed) {
  write("x.jsonl", kDevice + point("a", "1") + point("b", "0") + point("c", "3"));
  const Ended imported = wl("ledger import x.jsonl");
  EXPECT_EQ(imported.exit_code, 1);
  EXPECT_THAT(imported.out, HasSubstr("2 points of bench on H200, 2 with samples"));
  EXPECT_THAT(imported.err, HasSubstr("x.jsonl:3: samples_ns[0] is 0"));
}

TEST_F(Import, AFileOfWhichNothingIsStoredIsExitCodeTwoAndLeavesNoLedger) {
  for (const std::string& text : {std::string(), std::string("PK\3\4"), point("a", "1"), kDevice + point("a", "0")}) {
    write("x.jsonl", text);
    EXPECT_EQ(wl("ledger import x.jsonl").exit_code, 2) << text;
    EXPECT_EQ(shell("warpledger ledger import - <x.jsonl", folder_).exit_code, 2) << text;
  }
  EXPECT_EQ(wl("ledger import absent.jsonl").exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/results.db"));
}

TEST_F(Import, AFileThatCannotBeImportedDoesNotKeepTheOthersOut) {
  write("bad.jsonl", "{}");
  write("good.jsonl", kDevice + point("a", "1"));
  const Ended imported = wl("ledger import bad.jsonl good.jsonl");
  EXPECT_EQ(imported.exit_code, 2);
  EXPECT_THAT(imported.out, HasSubstr("1 points of bench"));
  EXPECT_THAT(imported.err, HasSubstr("bad.jsonl:1:"));
  EXPECT_EQ(wl("ledger import good.jsonl").exit_code, 2) << "it was imported before";
}

TEST_F(Import, AMomentIsOfOneFileAndNotAfterNow) {
  write("x.jsonl", kDevice + point("a", "1"));
  EXPECT_THAT(wl("ledger import x.jsonl x.jsonl --started 2025-11-01T03:00Z").err, HasSubstr("--started file"));
  EXPECT_THAT(wl("ledger import x.jsonl --started 2040-01-01T00:00Z").err,
              HasSubstr("'--started' is '2040-01-01T00:00Z'"));
  EXPECT_THAT(wl("ledger import x.jsonl --started tonight").err, HasSubstr("'--started' is 'tonight'"));
  EXPECT_EQ(shell("warpledger ledger import - --started file <x.jsonl", folder_).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/results.db"));
}

TEST_F(Import, NightlyFilesAreAHistory) {
  for (int night = 1; night <= 30; ++night) {
    const std::string day = (night < 10 ? "0" : "") + std::to_string(night);
    std::string repetitions;
    for (int i = 0; i < 10; ++i)
      repetitions += std::string(i == 0 ? "" : ",") +
                     R"({"name": "BM_copy", "run_name": "BM_copy", "run_type": "iteration", "repetition_index": )" +
                     std::to_string(i) + R"(, "iterations": 7, "time_unit": "ns", "real_time": )" +
                     std::to_string((night < 20 ? 1000 : 1100) + (night * 7 + i * 3) % 5) + "}";
    write("night-" + day + ".json", R"({"context": {"host_name": "lab"}, "benchmarks": [)" + repetitions + "]}");
    ASSERT_EQ(shell("touch -d 2025-06-" + day + "T03:00:00Z night-" + day + ".json; from_google_benchmark.py night-" +
                        day + ".json | warpledger ledger import - --experiment nightly --started file",
                    folder_)
                  .exit_code,
              0);
  }
  EXPECT_THAT(wl("list runs").out, AllOf(HasSubstr("nightly"), HasSubstr("2025-06-30")));
  const Ended changed = wl("history --changed --since 2025-06-01");
  EXPECT_THAT(changed.out, AllOf(HasSubstr("SLOWER"), HasSubstr("2025-06-20"))) << changed.err;
}

TEST_F(Import, ARunIsMarkedInListsAndOnPages) {
  for (const std::string time : {"1", "2"}) {
    write("x.jsonl", kDevice + point("copy", time));
    ASSERT_EQ(wl("ledger import x.jsonl").exit_code, 0);
  }
  EXPECT_THAT(wl("list runs").out, HasSubstr("bench:x"));
  EXPECT_THAT(wl("list runs --format json").out, HasSubstr("\"tool\": \"bench\""));
  EXPECT_THAT(wl("show latest").out, HasSubstr("measured by"));
  EXPECT_THAT(wl("compare latest~1 latest").out, HasSubstr("bench:x"));
  EXPECT_THAT(wl("report").out, HasSubstr("Measured by bench"));
  const Ended rerun = wl("rerun latest");
  EXPECT_EQ(rerun.exit_code, 2);
  EXPECT_THAT(rerun.err, HasSubstr("was imported: bench measured it"));
}

/// The schema accepts what the converters write and what the importer takes, and rejects what it rejects.
TEST_F(Import, LinesAreAsTheirSchemaSays) {
  for (const Converted& one : kConverted)
    ASSERT_EQ(shell(std::string(one.converter) + " '" + kData + one.file + "' >>good.jsonl", folder_).exit_code, 0);
  write("bad.jsonl", R"({"kernel": "k"}
{"kernel": "k", "outcome": "crashed"}
{"kernel": "k", "outcome": "ok", "reason": "r"}
{"kernel": "k", "outcome": "ok", "samples_ns": [0]}
{"kernel": "k", "outcome": "ok", "sample_ns": [1]}
{"kernel": "k", "outcome": "ok", "cache": "hot"}
{"kernel": "k", "outcome": "ok", "metrics": [{"name": "m", "value": null}]}
{"kernel": "k", "outcome": "ok", "launch": {"grid": [1]}}
{"warpledger_import": 2, "tool": "t", "device": "d", "backend": "cuda"}
{"warpledger_import": 1, "tool": "t", "device": "d"}
{"warpledger_import": 1, "tool": "t", "device": "d", "backend": "cuda", "started_utc": "2025"}
)");
  write("check.py", R"(import json, sys
from jsonschema import Draft202012Validator
schema = Draft202012Validator(json.load(open(sys.argv[1])))
for file, expected in (("good.jsonl", True), ("bad.jsonl", False)):
    for number, line in enumerate(open(file), 1):
        if schema.is_valid(json.loads(line)) != expected:
            print(file, number, line)
)");
  const Ended checked =
      shell("/usr/bin/python3 check.py '" WARPLEDGER_SOURCE_DIR "/schema/import.schema.json'", folder_);
  EXPECT_EQ(checked.out + checked.err, "");
  const std::string bad = read_file(folder_ + "/bad.jsonl");
  for (std::size_t at = 0; at < bad.size(); at = bad.find('\n', at) + 1) {
    write("one.jsonl", kDevice + bad.substr(at, bad.find('\n', at) + 1 - at));
    EXPECT_EQ(wl("ledger import one.jsonl").exit_code, 2) << read_file(folder_ + "/one.jsonl");
  }
}

TEST(Export, ASeparateLedgerHasOneRunAndNoOtherFormat) {
  const std::string folder = fresh_folder();
  ASSERT_EQ(warpledger({"example", "year.db"}, folder).exit_code, 0);
  EXPECT_EQ(warpledger({"ledger", "export", "--db", "year.db", "-o", "one.db"}, folder).exit_code, 0);
  EXPECT_EQ(shell("warpledger query --db one.db --format csv 'SELECT count(*) FROM runs' | tail -1", folder).out,
            "1\n");
  for (const std::string format : {"sqlite", "csv", "json", "parquet", "t4"})
    EXPECT_EQ(warpledger({"ledger", "export", "--format", format, "--db", "year.db", "-o", "x"}, folder).exit_code, 2);
}

}  // namespace
}  // namespace warpledger::e2e
