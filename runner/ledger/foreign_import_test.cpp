#include "ledger/foreign_import.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "base/file.h"
#include "store/ledger_check.h"
#include "store/ledger_fixture.h"
#include "store/notes.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

class ForeignFiles : public LedgerTest {
 protected:
  ImportedRun import(const std::string& text, const std::string& name = "file.json") {
    write_file(in_folder(name), text);
    return import_foreign_results(path(), {.file = in_folder(name), .format = {}, .device = {}}, kSchema);
  }

  std::string message(const std::string& text) {
    return message_of([&] { import(text); });
  }

  void write_samples(const std::vector<float>& times_s) const {
    std::string bytes(times_s.size() * sizeof(float), '\0');
    std::memcpy(bytes.data(), times_s.data(), bytes.size());
    std::filesystem::create_directory(in_folder("file.json-bin"));
    write_file(in_folder("file.json-bin/0.bin"), bytes);
  }
};

constexpr const char* kNvbench = R"({"devices": [{"id": 0, "name": "NVIDIA H200"}], "benchmarks": [{"name": "copy",
  "states": [{"device": 0, "axis_values": [{"name": "Elements", "type": "int64", "value": "1024"}], "summaries": [
    {"tag": "nv/cold/time/gpu/mean", "data": [{"name": "value", "type": "float64", "value": "1.5e-06"}]},
    {"tag": "nv/json/bin:nv/cold/sample_times", "data": [
      {"name": "filename", "type": "string", "value": "elsewhere/file.json-bin/0.bin"},
      {"name": "size", "type": "int64", "value": "3"}]}], "is_skipped": false},
   {"device": 0, "axis_values": null, "summaries": [], "is_skipped": true, "skip_reason": "too large"}]}]})";

TEST_F(ForeignFiles, NvbenchHasItsBinarySamplesInNanosecondsAndItsSummaries) {
  write_samples({0x1p-20F, 0x1p-19F, 0x1p-18F});
  const ImportedRun run = import(kNvbench);
  EXPECT_EQ(run.points, 2u);
  EXPECT_EQ(run.timed_points, 1u);
  const LedgerReader ledger = read_latest();
  EXPECT_EQ(value(ledger, "SELECT time_ns FROM samples WHERE sample = 1"), Cell(0x1p-19 * 1e9));
  EXPECT_EQ(value(ledger, "SELECT value FROM metrics WHERE name = 'nv/cold/time/gpu/mean'"), Cell(1.5e-06));
  EXPECT_EQ(value(ledger, "SELECT identity FROM points WHERE ordinal = 0"), Cell("copy Elements=1024"));
  EXPECT_EQ(value(ledger, "SELECT Elements FROM points WHERE ordinal = 0"), Cell(1024.0));
  EXPECT_EQ(value(ledger, "SELECT reason FROM points WHERE ordinal = 1"), Cell("nvbench skipped it: too large"));
  EXPECT_EQ(value(ledger, "SELECT device_name FROM run_info"), Cell("NVIDIA H200"));
}

TEST_F(ForeignFiles, ARunSaysWhichToolMeasuredIt) {
  write_run(1);
  import(R"({"context": {"host_name": "lab"}, "benchmarks": [{"name": "a", "real_time": 2, "time_unit": "us"}]})");
  const LedgerReader ledger = read_latest();
  EXPECT_EQ(value(ledger, "SELECT group_concat(tool) FROM (SELECT tool FROM runs ORDER BY tool)"),
            Cell("google-benchmark,warpledger"));
  const char* finished =
      "SELECT count(*) FROM runs WHERE experiment = 'google-benchmark:file' AND outcome = 'finished'";
  EXPECT_EQ(value(ledger, finished), Cell(std::int64_t{1}));
  for (const Verified& one : verify_ledger(path(), kSchema)) EXPECT_EQ(one.problem_count, 0) << one.what;
}

TEST_F(ForeignFiles, RepetitionsOfGoogleBenchmarkAreTheSamplesOfOnePoint) {
  import(R"({"context": {}, "benchmarks": [
    {"name": "BM/8", "run_name": "BM/8", "run_type": "iteration", "iterations": 7, "real_time": 2.5, "time_unit": "us"},
    {"name": "BM/8", "run_name": "BM/8", "run_type": "iteration", "iterations": 7, "real_time": 3.5, "time_unit": "us"},
    {"name": "BM/8_mean", "run_name": "BM/8", "run_type": "aggregate", "real_time": 3, "time_unit": "us"},
    {"name": "bad", "error_occurred": true, "error_message": "no memory"}]})");
  const LedgerReader ledger = read_latest();
  EXPECT_EQ(value(ledger, "SELECT group_concat(time_ns) FROM samples"), Cell("2500.0,3500.0"));
  EXPECT_EQ(value(ledger, "SELECT reason FROM points WHERE outcome = 'launch_failed'"), Cell("no memory"));
}

TEST_F(ForeignFiles, T4HasItsConfigurationTimesAndInvalidity) {
  import(R"({"schema_version": "1.0.0", "results": [
    {"configuration": {"x": 8, "method": "fast one"}, "times": {"runtimes": [0.5, 0.25]}, "invalidity": "correct",
     "correctness": 1, "measurements": [{"name": "GFLOP/s", "value": 12.5, "unit": ""}]},
    {"configuration": {"x": 9}, "times": {}, "invalidity": "compile", "correctness": 1}]})");
  const LedgerReader ledger = read_latest();
  EXPECT_EQ(value(ledger, "SELECT identity FROM points WHERE ordinal = 0"), Cell("kernel x=8 method=fast_one"));
  EXPECT_EQ(value(ledger, "SELECT group_concat(time_ns) FROM samples"), Cell("500000.0,250000.0"));
  EXPECT_EQ(value(ledger, "SELECT outcome FROM points WHERE ordinal = 1"), Cell("compile_failed"));
  EXPECT_EQ(value(ledger, "SELECT sum(x) FROM points"), Cell(17.0));
  EXPECT_EQ(value(ledger, "SELECT count(*) FROM sources"), Cell(std::int64_t{1}));
  EXPECT_THAT(message_of([&] { ledger.query("SELECT method FROM points"); }), HasSubstr("no such column"));
}

TEST_F(ForeignFiles, CountersOfGoogleBenchmarkAreMetrics) {
  import(R"({"context": {}, "benchmarks": [{"name": "a", "iterations": 7, "threads": 1, "real_time": 2, "cpu_time": 2,
    "label": "text", "bytes_per_second": 5e9, "hits": 3}]})");
  const LedgerReader ledger = read_latest();
  EXPECT_EQ(value(ledger, "SELECT group_concat(name || ' ' || value, ', ') FROM (SELECT * FROM metrics ORDER BY name)"),
            Cell("bytes_per_second 5000000000.0, hits 3.0"));
}

TEST_F(ForeignFiles, MoreNamesThanAViewHasColumnsKeepTheLedgerReadable) {
  write_run(1);
  std::string measurements, configuration;
  for (int i = 0; i < 2500; ++i) {
    measurements += fmt::format(R"({}{{"name": "M{}", "value": 1}})", i == 0 ? "" : ", ", i);
    configuration += fmt::format(R"({}"A{}": 1)", i == 0 ? "" : ", ", i);
  }
  import(R"({"results": [{"configuration": {)" + configuration +
         R"(}, "times": {"runtimes": [1]}, "invalidity": "correct",
    "correctness": 1, "measurements": [)" +
         measurements + "]}]}");
  const LedgerReader ledger = read_latest();
  EXPECT_EQ(value(ledger, "SELECT count(*) FROM metrics WHERE name LIKE 'M%'"), Cell(std::int64_t{2500}));
  EXPECT_EQ(value(ledger, "SELECT A0 FROM points WHERE family = 'kernel-tuner'"), Cell(1.0));
  EXPECT_EQ(value(ledger, "SELECT l2_read_bytes > 0 FROM points WHERE family <> 'kernel-tuner'"),
            Cell(std::int64_t{1}));
}

TEST_F(ForeignFiles, LaunchesOfNcuWithOneGridAreTheSamplesOfOnePoint) {
  import(
      "==PROF== Connected\n"
      "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"gpu__time_duration.sum\",\"sm__cycles.avg\"\n"
      "\"\",\"\",\"\",\"\",\"usecond\",\"cycle\"\n"
      "\"0\",\"copy(int, \"\"x\"\")\",\"(128, 1, 1)\",\"(8, 1, 1)\",\"1,002.5\",\"5\"\n"
      "\"1\",\"copy(int, \"\"x\"\")\",\"(128, 1, 1)\",\"(8, 1, 1)\",\"1,003\",\"6\"\n"
      "==PROF== Disconnected\n",
      "file.csv");
  const LedgerReader ledger = read_latest();
  EXPECT_EQ(value(ledger, "SELECT group_concat(time_ns) FROM samples"), Cell("1002500.0,1003000.0"));
  EXPECT_EQ(value(ledger, "SELECT value FROM metrics WHERE name = 'sm__cycles.avg'"), Cell(5.0));
  EXPECT_EQ(value(ledger, "SELECT unit FROM metrics WHERE name = 'sm__cycles.avg'"), Cell("cycle"));
}

TEST_F(ForeignFiles, TheDetailsPageOfNcuHasARowForEachMetric) {
  import(
      "==PROF== Connected to process 7\n"
      "ID,Kernel Name,Block Size,Grid Size,Section Name,Metric Name,Metric Unit,Metric Value,Rule Name\n"
      "0,copy,\"(8, 1, 1)\",\"(4, 1, 1)\",Command line profiler metrics,gpu__time_duration.sum,us,\"1,205.50\",\n"
      "0,copy,\"(8, 1, 1)\",\"(4, 1, 1)\",GPU Speed Of Light,Memory Throughput,%,48.8,\n"
      "0,copy,\"(8, 1, 1)\",\"(4, 1, 1)\",GPU Speed Of Light,,,,Bottleneck\n"
      "0,copy,\"(8, 1, 1)\",\"(4, 1, 1)\",Memory Workload Analysis,Memory Throughput,Gbyte/second,300,\n"
      "0,copy,\"(8, 1, 1)\",\"(4, 1, 1)\",Memory Workload Analysis,dram__bytes.sum,byte,n/a,\n"
      "1,copy,\"(8, 1, 1)\",\"(4, 1, 1)\",GPU Speed Of Light,Duration,us,1205.5,\n",
      "file.csv");
  const LedgerReader ledger = read_latest();
  EXPECT_EQ(value(ledger, "SELECT group_concat(time_ns) FROM samples"), Cell("1205500.0,1205500.0"));
  EXPECT_EQ(value(ledger,
                  "SELECT group_concat(name || ' ' || value || ' ' || unit, ', ') FROM (SELECT * FROM metrics "
                  "WHERE name LIKE 'Mem%' ORDER BY name)"),
            Cell("Memory Throughput 48.8 %, Memory Throughput (Memory Workload Analysis) 300.0 Gbyte/second"));
}

TEST_F(ForeignFiles, ARepeatedConfigurationIsAPointOfItsOwn) {
  const std::string same =
      R"({"configuration": {"x": 8}, "times": {"runtimes": [1]}, "invalidity": "correct", "correctness": 1})";
  import(R"({"results": [)" + same + "," + same + "]}");
  EXPECT_EQ(value(read_latest(), "SELECT group_concat(identity, ', ') FROM (SELECT * FROM points ORDER BY ordinal)"),
            Cell("kernel x=8, kernel x=8 repetition=2"));
}

TEST_F(ForeignFiles, APipeIsReadOnce) {
  for (const char* time : {"2", "3"}) {
    ASSERT_EQ(mkfifo(in_folder("pipe").c_str(), 0600), 0);
    const std::string text =
        R"({"context": {}, "benchmarks": [{"name": "a", "real_time": )" + std::string(time) + "}]}";
    std::thread writer([&] { std::ofstream(in_folder("pipe")) << text; });
    import_foreign_results(path(), {.file = in_folder("pipe"), .format = {}, .device = {}}, kSchema);
    writer.join();
    std::filesystem::remove(in_folder("pipe"));
  }
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM runs"), Cell(std::int64_t{2}));
}

TEST_F(ForeignFiles, AFileThatFourImportAtOnceIsImportedOnce) {
  const std::string file = in_folder("file.json");
  write_file(file, R"({"context": {}, "benchmarks": [{"name": "a", "real_time": 2}]})");
  std::atomic<int> imported = 0, refused = 0;
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i)
    all.emplace_back([&] {
      const auto once = [&] { import_foreign_results(path(), {.file = file, .format = {}, .device = {}}, kSchema); };
      const std::string told = message_of(once);
      if (told == "no error") ++imported;
      if (told.find("was imported before, as run") != std::string::npos) ++refused;
    });
  for (std::thread& one : all) one.join();
  EXPECT_EQ(refused, 3);
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM runs"), Cell(std::int64_t{imported}));
}

TEST_F(ForeignFiles, AFileIsImportedOnceUnlessItsRunIsForgotten) {
  const auto import_it = [&] { import(R"({"benchmarks": [{"name": "a", "real_time": 2}], "context": {}})"); };
  import_it();
  EXPECT_THAT(message_of(import_it), HasSubstr("was imported before, as run"));
  write_note(path(), kSchema, {.kind = "forget", .run = "latest"});
  import_it();
}

TEST_F(ForeignFiles, SamplesThatAreNotThereOrNotTimesAreRefused) {
  EXPECT_THAT(message(kNvbench), HasSubstr("cannot read this file"));
  for (const float bad :
       {0.0F, -1.0F, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    write_samples({1e-6F, bad, 1e-6F});
    EXPECT_THAT(message(kNvbench), HasSubstr("a time is")) << bad;
  }
  write_samples({1e-6F, 1e-6F});
  EXPECT_THAT(message(kNvbench), HasSubstr("has 8 bytes"));
  EXPECT_FALSE(std::filesystem::exists(path()));
}

std::string google(const std::string& entry) { return R"({"context": {}, "benchmarks": [)" + entry + "]}"; }
std::string t4(const std::string& entry) { return R"({"results": [)" + entry + "]}"; }
std::string t4_times(const std::string& times) {
  return t4(R"({"configuration": {}, "invalidity": "correct", "correctness": 1, "times": )" + times + "}");
}
std::string nvbench(const std::string& states) {
  return R"({"benchmarks": [{"name": "a", "states": )" + states + "}]}";
}
std::string ncu(const std::string& rows) {
  return "ID,Kernel Name,Grid Size,Block Size,gpu__time_duration.sum\n" + rows;
}

TEST_F(ForeignFiles, WhatIsNotAsItsToolWritesItIsRefusedWhole) {
  const std::string good = R"({"name": "ok", "real_time": 1},)";
  const std::vector<std::string> bad = {
      "",
      "{",
      "[]",
      "{}",
      "null",
      "\xff\xfe",
      std::string("{\0}", 3),
      std::string(100'000, '['),
      R"({"benchmarks": 3, "context": {}})",
      R"({"results": {"a": 1}})",
      R"({"results": []})",
      google(""),
      google("1"),
      google(good + "{}"),
      google(good + R"({"name": 5, "real_time": 1})"),
      google(good + R"({"name": "", "real_time": 1})"),
      google(good + R"({"name": "a", "real_time": 0})"),
      google(good + R"({"name": "a", "real_time": -1})"),
      google(good + R"({"name": "a", "real_time": 1e999})"),
      google(good + R"({"name": "a", "real_time": 1e300})"),
      google(good + R"({"name": "a", "real_time": "1"})"),
      google(good + R"({"name": "a", "real_time": null})"),
      google(good + R"({"name": "a", "real_time": NaN})"),
      google(good + R"({"name": "a", "real_time": 1, "time_unit": "h"})"),
      google(good + R"({"name": "a", "real_time": 1, "iterations": 0})"),
      google(good + R"({"name": "a\u001b[2J", "real_time": 1})"),
      google(good + R"({"name": "a\nb", "real_time": 1})"),
      google(good + "{\"name\": \"" + std::string(1001, 'a') + "\", \"real_time\": 1}"),
      t4("{}"),
      t4(R"({"configuration": {}, "times": {}, "correctness": 1})"),
      t4(R"({"configuration": {}, "times": {}, "invalidity": "fine", "correctness": 1})"),
      t4(R"({"configuration": [], "times": {}, "invalidity": "correct", "correctness": 1})"),
      t4(R"({"configuration": {"a=b": 1}, "times": {}, "invalidity": "correct", "correctness": 1})"),
      t4(R"({"configuration": {"a": {}}, "times": {}, "invalidity": "correct", "correctness": 1})"),
      t4(R"({"configuration": {"a": 1}, "times": {}, "invalidity": "correct", "correctness": "yes"})"),
      t4_times("3"),
      t4_times(R"({"runtimes": [-1]})"),
      t4_times(R"({"runtimes": ["a"]})"),
      t4_times(R"({"runtimes": 4})"),
      nvbench("3"),
      nvbench("[{}]"),
      nvbench(R"([{"device": "0", "axis_values": null}])"),
      nvbench(R"([{"device": 0, "axis_values": [{"name": "a"}]}])"),
      nvbench(R"([{"device": 0, "axis_values": null}, {"device": 1, "axis_values": null}])"),
      nvbench(
          R"([{"device": 0, "axis_values": null, "summaries": [{"tag": "t", "data": [{"name": "value", "value": "x"}]}]}])"),
      nvbench(R"([{"device": 0, "axis_values": null, "summaries": [{"tag": "nv/json/bin:nv/cold/sample_times", "data": [
        {"name": "filename", "value": "/etc/.."}, {"name": "size", "value": "1"}]}]}])"),
      ncu(""),
      ncu(",,,,ns\n"),
      ncu(",,,,ns\n0,k,g,b\n"),
      ncu(",,,,ns\n0,k,g,b,\"1\n"),
      ncu(",,,,ns\n0,k,g,b,abc\n"),
      ncu(",,,,ns\n0,k,g,b,-5\n"),
      ncu(",,,,fortnight\n0,k,g,b,5\n"),
      ncu(",,,,us\n0,k,g,b,\"48,86\"\n"),
      ncu(",,,,us\n0,k,g,b,\"1.205,50\"\n"),
      ncu(",,,,us\n0,k,g,b,27.595.520\n"),
      "ID,Kernel Name,Grid Size,Block Size,Metric Name,Metric Unit\n0,k,g,b,m,ns\n",
      "ID,x__y\n,\n0,1\n"};
  EXPECT_GE(bad.size(), 30u);
  for (const std::string& text : bad) EXPECT_NE(message(text), "no error") << text.substr(0, 200);
  EXPECT_FALSE(std::filesystem::exists(path()));
}

}  // namespace
}  // namespace warpledger
