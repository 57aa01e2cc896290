#include "ledger/import_results.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/file.h"
#include "store/ledger_check.h"
#include "store/ledger_fixture.h"
#include "store/notes.h"

namespace warpledger {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

constexpr const char* kH200 =
    R"({"warpledger_import": 1, "tool": "bench", "device": "NVIDIA H200", "backend": "cuda", "file": "night.json"})"
    "\n";
constexpr const char* kOther = R"({"warpledger_import": 1, "tool": "bench", "device": "A100", "backend": "cuda"})"
                               "\n";

std::string point(double time_ns, const std::string& members = "") {
  return fmt::format(R"({{"kernel": "copy", "outcome": "ok", "samples_ns": [{}]{}}})"
                     "\n",
                     time_ns, members);
}

class ImportResults : public LedgerTest {
 protected:
  Imported import(const std::string& text, ImportRequest request = {}) {
    if (request.file.empty()) request.file = in_folder("x.jsonl");
    write_file(request.file, text);
    return import_results(path(), request, kSchema);
  }
};

TEST_F(ImportResults, APointHasItsNumbersInTheLedger) {
  import(std::string(kH200) +
         point(1500, R"(, "cache": "cold", "clock": "bench cold", "parameters": {"n": 1024, "type": "f16"}, )"
                     R"("metrics": [{"name": "bytes", "value": 4096, "unit": "byte"}, )"
                     R"({"name": "noise", "value": null, "reason": "one sample"}])"));
  const LedgerReader ledger = read_latest();
  EXPECT_EQ(value(ledger, "SELECT identity FROM points"), Cell("copy n=1024 type=f16"));
  EXPECT_EQ(value(ledger, "SELECT n FROM points"), Cell(1024.0));
  EXPECT_EQ(value(ledger, "SELECT type FROM points"), Cell("f16"));
  EXPECT_EQ(value(ledger, "SELECT time_us FROM points"), Cell(1.5));
  EXPECT_EQ(value(ledger, "SELECT clock FROM points"), Cell("bench cold"));
  EXPECT_EQ(value(ledger, "SELECT unit FROM metrics WHERE name = 'bytes'"), Cell("byte"));
  EXPECT_EQ(value(ledger, "SELECT reason FROM metrics WHERE name = 'noise'"), Cell("one sample"));
  EXPECT_EQ(value(ledger, "SELECT tool FROM runs"), Cell("bench"));
  EXPECT_EQ(value(ledger, "SELECT experiment FROM runs"), Cell("bench:night"));
  for (const Verified& one : verify_ledger(path(), kSchema)) EXPECT_EQ(one.problem_count, 0) << one.what;
}

TEST_F(ImportResults, ATimeStandsInTheColumnOfItsCacheStateAlone) {
  import(kH200 + point(1000, R"(, "cache": "cold")") + point(2000, R"(, "cache": "warm", "parameters": {"n": 1})") +
         point(3000, R"(, "parameters": {"n": 2})"));
  const LedgerReader ledger = read_latest();
  const auto row = [&](const std::string& of) {
    return ledger.query("SELECT cache, time_us, cold_time_us, warm_time_us FROM points WHERE " + of).rows.at(0);
  };
  EXPECT_EQ(row("ordinal = 0"), (Row{"cold", 1.0, 1.0, kNull}));
  EXPECT_EQ(row("ordinal = 1"), (Row{"warm", 2.0, kNull, 2.0}));
  EXPECT_EQ(row("ordinal = 2"), (Row{kNull, 3.0, kNull, kNull}));
  for (const Verified& one : verify_ledger(path(), kSchema)) EXPECT_EQ(one.problem_count, 0) << one.what;
}

TEST_F(ImportResults, MoreNamesThanAViewHasColumnsKeepTheLedgerReadable) {
  write_run(1);
  std::string metrics, parameters;
  for (int i = 0; i < 2500; ++i) {
    metrics += fmt::format(R"({}{{"name": "M{}", "value": 1}})", i == 0 ? "" : ", ", i);
    parameters += fmt::format(R"({}"A{}": 1)", i == 0 ? "" : ", ", i);
  }
  import(kH200 + point(1, R"(, "parameters": {)" + parameters + R"(}, "metrics": [)" + metrics + "]"));
  const LedgerReader ledger = read_latest();
  EXPECT_EQ(value(ledger, "SELECT count(*) FROM metrics WHERE name LIKE 'M%'"), Cell(std::int64_t{2500}));
  EXPECT_EQ(value(ledger, "SELECT A0 FROM points WHERE family = 'bench'"), Cell(1.0));
  EXPECT_EQ(value(ledger, "SELECT l2_read_bytes > 0 FROM points WHERE family <> 'bench'"), Cell(std::int64_t{1}));
}

TEST_F(ImportResults, EachDeviceHasARun) {
  const Imported imported = import(kH200 + point(1) + kOther + point(2));
  ASSERT_THAT(imported.runs, SizeIs(2));
  EXPECT_EQ(imported.runs[1].device, "A100");
  EXPECT_EQ(
      value(read_latest(), "SELECT group_concat(device_name) FROM (SELECT device_name FROM points ORDER BY time_us)"),
      Cell("NVIDIA H200,A100"));
}

TEST_F(ImportResults, ABadLineIsReportedAndTheOthersAreStored) {
  const Imported imported = import(kH200 + point(1) + "{\n" + point(0, R"(, "parameters": {"n": 1})"));
  EXPECT_THAT(imported.rejected, SizeIs(2));
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM points"), Cell(std::int64_t{1}));
}

TEST_F(ImportResults, AFileWithoutAResultLeavesNoLedger) {
  for (const char* text : {"", "\n", "{}", "not JSON", kH200, R"({"kernel": "k", "outcome": "ok"})"})
    EXPECT_THAT(message_of([&] { import(text); }), AllOf(HasSubstr("x.jsonl"), HasSubstr("\nhint: "))) << text;
  EXPECT_THAT(message_of([&] { import(std::string("\xff\xfe{\0", 4)); }), HasSubstr("UTF-16"));
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(ImportResults, TheSameContentIsImportedOnceUnlessItsRunIsForgotten) {
  const auto again = [&] { return import(kH200 + point(1) + kOther + point(2)); };
  EXPECT_THAT(again().runs, SizeIs(2));
  EXPECT_THAT(message_of([&] { again(); }), AllOf(HasSubstr("x.jsonl:1: was imported before, as run "),
                                                  HasSubstr("x.jsonl:3: was imported before, as run ")));
  write_note(path(), kSchema, {.kind = "forget", .run = "latest"});
  const Imported imported = again();
  EXPECT_THAT(imported.runs, SizeIs(1));
  EXPECT_THAT(imported.rejected, SizeIs(1));
}

TEST_F(ImportResults, TwoNightsMayHaveTheSameResults) {
  const auto on = [&](const char* started_utc) {
    return message_of([&] { import(kH200 + point(1), {.file = {}, .experiment = {}, .started_utc = started_utc}); });
  };
  EXPECT_EQ(on("2025-11-01T03:00:00.000Z"), "no error");
  EXPECT_EQ(on("2025-11-02T03:00:00.000Z"), "no error");
  EXPECT_THAT(on("2025-11-02T03:00:00.000Z"), HasSubstr("was imported before"));
  EXPECT_THAT(on(""), HasSubstr("was imported before"));
}

TEST_F(ImportResults, AnAppendedFileAddsWhatIsNew) {
  import(kH200 + point(1));
  const Imported imported = import(kH200 + point(1) + kH200 + point(2));
  EXPECT_THAT(imported.runs, SizeIs(1));
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM runs"), Cell(std::int64_t{2}));
}

TEST_F(ImportResults, AFileThatFourImportAtOnceIsImportedOnce) {
  write_file(in_folder("x.jsonl"), kH200 + point(1));
  std::atomic<int> imported = 0, refused = 0;
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i)
    all.emplace_back([&] {
      const std::string told =
          message_of([&] { import_results(path(), {.file = in_folder("x.jsonl"), .experiment = {}}, kSchema); });
      if (told == "no error") ++imported;
      if (told.find("was imported before, as run") != std::string::npos) ++refused;
    });
  for (std::thread& one : all) one.join();
  EXPECT_EQ(refused, 3);
  EXPECT_EQ(value(read_latest(), "SELECT count(*) FROM runs"), Cell(std::int64_t{imported}));
}

TEST_F(ImportResults, APipeIsReadOnce) {
  ASSERT_EQ(mkfifo(in_folder("pipe").c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(in_folder("pipe")) << kH200 << point(1); });
  EXPECT_THAT(import_results(path(), {.file = in_folder("pipe"), .experiment = {}}, kSchema).runs, SizeIs(1));
  writer.join();
}

TEST_F(ImportResults, TheRequestNamesTheExperimentAndTheStart) {
  import(kH200 + point(1), {.file = {}, .experiment = "nightly", .started_utc = "2025-11-01T03:00:00.000Z"});
  EXPECT_EQ(value(read_latest(), "SELECT experiment || ' ' || started_utc FROM runs"),
            Cell("nightly 2025-11-01T03:00:00.000Z"));
}

TEST_F(ImportResults, AStartIsTheModificationOfTheToolsFileOrOfTheImported) {
  const std::string device = R"({"warpledger_import": 1, "tool": "t", "device": "d", "backend": "host")";
  import(device + R"(, "file_modified_utc": "2025-05-01T00:00:00Z"})" + "\n" + point(1),
         {.file = {}, .experiment = {}, .started_utc = {}, .started_when_modified = true});
  EXPECT_EQ(value(read_latest(), "SELECT started_utc FROM runs"), Cell("2025-05-01T00:00:00.000Z"));
  const std::string text = device + "}\n" + point(2);
  write_file(in_folder("y.jsonl"), text);
  const timespec times[2] = {{.tv_sec = 1700000000, .tv_nsec = 0}, {.tv_sec = 1700000000, .tv_nsec = 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, in_folder("y.jsonl").c_str(), times, 0), 0);
  import_results(path(),
                 {.file = in_folder("y.jsonl"), .experiment = {}, .started_utc = {}, .started_when_modified = true},
                 kSchema);
  EXPECT_EQ(value(read_latest(), "SELECT min(started_utc) FROM runs"), Cell("2023-11-14T22:13:20.000Z"));
  EXPECT_THAT(message_of([&] {
                import(device + R"(, "file_modified_utc": "9999-05-01T00:00:00Z"})" + "\n" + point(3),
                       {.file = {}, .experiment = {}, .started_utc = {}, .started_when_modified = true});
              }),
              HasSubstr("x.jsonl:1: 'file_modified_utc' is '9999-05-01T00:00:00Z', which is after now"));
}

TEST_F(ImportResults, AStartAfterNowCostsTheRunUnlessTheRequestNamesAnother) {
  const std::string future =
      R"({"warpledger_import": 1, "tool": "t", "device": "d", "backend": "host", "started_utc": "9999-05-01T00:00:00Z"})"
      "\n";
  const Imported imported = import(kH200 + point(1) + future + point(2));
  EXPECT_THAT(imported.runs, SizeIs(1));
  EXPECT_THAT(imported.rejected.at(0).what(), HasSubstr("x.jsonl:3: 'started_utc' is '9999-05-01T00:00:00Z'"));
  import(future + point(2), {.file = {}, .experiment = {}, .started_utc = "2025-11-01T03:00:00.000Z"});
  EXPECT_EQ(value(read_latest(), "SELECT min(started_utc) FROM runs"), Cell("2025-11-01T03:00:00.000Z"));
}

TEST_F(ImportResults, TheStartIsThatOfTheDeviceLine) {
  import(R"({"warpledger_import": 1, "tool": "t", "device": "d", "backend": "host", "started_utc": )"
         R"("2025-11-01T03:00:00+01:00"})"
         "\n" +
         point(1));
  EXPECT_EQ(value(read_latest(), "SELECT started_utc FROM runs"), Cell("2025-11-01T02:00:00.000Z"));
}

TEST_F(ImportResults, ANameThatDiffersInCaseAloneHidesNoColumn) {
  import(kH200 + point(1, R"(, "parameters": {"d_l": 4}, "metrics": [{"name": "m", "value": 1}])"));
  import(kOther + point(2, R"(, "parameters": {"D_L": 64}, "metrics": [{"name": "M", "value": 2}])"));
  EXPECT_EQ(value(read_latest(), "SELECT group_concat(d_l || ' ' || m) FROM points"), Cell("4.0 1.0"));
  EXPECT_EQ(value(read_latest(), R"(SELECT group_concat("quantity.D_L" || ' ' || "metric.M") FROM points)"),
            Cell("64.0 2.0"));
}

TEST_F(ImportResults, TheShapeOfAPointIsWithoutItsLaunch) {
  import(kH200 + point(1, R"(, "parameters": {"blocks": 8, "n": 1, "warps": 4})") +
         point(2, R"(, "parameters": {"n": 2}, "launch": {"grid": [8, 2], "block": [128]})"));
  EXPECT_EQ(value(read_latest(), "SELECT group_concat(kernel_and_shape) FROM (SELECT * FROM points ORDER BY ordinal)"),
            Cell("copy n=1,copy n=2"));
  EXPECT_EQ(value(read_latest(), "SELECT group_concat(launch) FROM points"), Cell("grid 8x2, block 128"));
}

}  // namespace
}  // namespace warpledger
