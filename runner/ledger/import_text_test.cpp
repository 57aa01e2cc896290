#include "ledger/import_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/subprocess.h"

namespace warpledger {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kDevice = R"({"warpledger_import": 1, "tool": "bench", "device": "NVIDIA H200", "backend": "cuda"})";
const std::string kPoint = R"({"kernel": "copy", "outcome": "ok", "samples_ns": [1000, 1100.5]})";

ImportText read(const std::vector<std::string>& lines, Repeats repeats = Repeats::points) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return read_import(text, "x.jsonl", repeats);
}

/// Messages of the rejected lines: "x.jsonl:2: problem", then the hint.
std::vector<std::string> rejections(const ImportText& text) {
  std::vector<std::string> messages;
  for (const Error& error : text.rejected) messages.emplace_back(error.what());
  return messages;
}

std::vector<std::string> identities(const ImportText& text) {
  std::vector<std::string> all;
  for (const ImportRun& run : text.runs)
    for (const ImportPoint& point : run.points) all.push_back(point.job.identity);
  return all;
}

std::string point_with(const std::string& members) { return R"({"kernel": "k", "outcome": "ok", )" + members + "}"; }

TEST(ImportText, ALineIsAPointWithItsParametersLaunchSamplesAndMetrics) {
  const ImportText one = read(
      {kDevice,
       R"({"kernel": "copy", "parameters": {"n": 1024, "type": "f16", "fast": true, "alpha": 0.5}, )"
       R"("launch": {"grid": [16, 4], "block": [48]}, "clock": "bench cold", "cache": "cold", "outcome": "ok", )"
       R"("samples_ns": [1000, 1100.5], "metrics": [{"name": "bytes", "value": 3e9, "unit": "byte", "source": "cupti"}, )"
       R"({"name": "noise", "value": null, "reason": "one sample"}]})"});
  ASSERT_THAT(rejections(one), IsEmpty());
  ASSERT_THAT(one.runs, SizeIs(1));
  EXPECT_EQ(one.runs[0].device.name, "NVIDIA H200");
  EXPECT_EQ(one.runs[0].device.uuid, "foreign:NVIDIA H200");
  const ImportPoint& point = one.runs[0].points.at(0);
  EXPECT_EQ(point.job.identity, "copy n=1024 type=f16 fast=true alpha=0.5 grid=16x4 block=48");
  EXPECT_EQ(point.job.measure.cache, Cache::cold);
  EXPECT_EQ(point.result.timing->clock, "bench cold");
  EXPECT_EQ(point.result.timing->samples[1].time_ns, 1100.5);
  EXPECT_EQ(point.result.metrics[0].value, 3e9);
  EXPECT_EQ(point.result.metrics[0].source, "cupti");
  EXPECT_EQ(point.result.metrics[1].reason, "one sample");
  std::map<std::string, std::string> launch;
  for (const Quantity& quantity : point.job.quantities)
    if (quantity.kind == Quantity::Kind::launch)
      launch[quantity.name] = quantity.word.empty() ? fmt::format("{}", quantity.value) : quantity.word;
  EXPECT_EQ(launch, (std::map<std::string, std::string>{
                        {"block", "48"}, {"blocks", "64"}, {"grid", "16x4"}, {"threads", "48"}, {"warps", "2"}}));
}

TEST(ImportText, ACacheStateThatIsNotGivenIsUnknown) {
  for (const char* cache : {"", R"("cache": null, )"})
    EXPECT_EQ(
        read({kDevice, point_with(cache + std::string(R"("samples_ns": [1])"))}).runs[0].points[0].job.measure.cache,
        Cache::unknown);
}

TEST(ImportText, IntegersStayExact) {
  const std::map<std::string, std::string> integers = {{"9007199254740993", "9007199254740993"},
                                                       {"18446744073709551615", "18446744073709551615"},
                                                       {"-9223372036854775807", "-9223372036854775807"},
                                                       {"18014398509481984", ""},
                                                       {"7", ""}};
  for (const auto& [digits, word] : integers) {
    const ImportText text = read({kDevice, point_with(R"("parameters": {"seed": )" + digits + "}")});
    EXPECT_THAT(identities(text), ElementsAre("k seed=" + digits));
    EXPECT_EQ(text.runs[0].points[0].job.quantities[0].word, word);
  }
  EXPECT_THAT(rejections(read({kDevice, point_with(R"("parameters": {"seed": 36893488147419103232})")})).at(0),
              HasSubstr("parameter 'seed' is a number beyond 64 bits"));
}

TEST(ImportText, EachDeviceLineBeginsARun) {
  const std::string other = R"({"warpledger_import": 1, "tool": "bench", "device": "A100", "device_uuid": "GPU-7", )"
                            R"("backend": "cuda", "started_utc": "2025-11-01T03:00:00+01:00"})";
  const ImportText text = read({kDevice, kPoint, "", other, kPoint});
  ASSERT_THAT(text.runs, SizeIs(2));
  EXPECT_EQ(text.runs[1].device.uuid, "GPU-7");
  EXPECT_EQ(text.runs[1].line, 4u);
  EXPECT_EQ(text.runs[1].started_utc, "2025-11-01T03:00:00+01:00");
  EXPECT_NE(text.runs[0].sha256, text.runs[1].sha256);
}

struct BadLine {
  std::string line;
  std::string told;  ///< part of the problem or hint
};

TEST(ImportText, ABadLineCostsItsResultAndNotTheOthers) {
  const std::vector<BadLine> bad = {
      {"{", "not JSON"},
      {"[]", "a point is not an object"},
      {"3", "a point is not an object"},
      {"\xff\xfe", "not JSON"},
      {std::string("{\0}", 3), "not JSON"},
      {std::string(100'000, '['), "not JSON"},
      {point_with(R"("a": 1, "a": 2)"), "'a'"},
      {point_with(R"("sample_ns": [1])"), "did you mean 'samples_ns'?"},
      {R"({"outcome": "ok"})", "'kernel' is absent"},
      {R"({"kernel": 5, "outcome": "ok"})", "'kernel' is not a text"},
      {R"({"kernel": "", "outcome": "ok"})", "'kernel' is empty"},
      {R"({"kernel": "a\u001b[2J", "outcome": "ok"})", "control characters"},
      {R"({"kernel": "a\nb", "outcome": "ok"})", "control characters"},
      {R"({"kernel": ")" + std::string(1001, 'a') + R"(", "outcome": "ok"})", "1000 bytes"},
      {R"({"kernel": "k"})", "'outcome' is absent"},
      {R"({"kernel": "k", "outcome": "incorect"})", "did you mean 'incorrect'?"},
      {R"({"kernel": "k", "outcome": "crashed"})", "'reason' is absent"},
      {R"({"kernel": "k", "outcome": "ok", "reason": "fine"})", "a point that is ok has a reason"},
      {R"({"kernel": "k", "outcome": "incorrect", "reason": "NaN", "samples_ns": [1]})",
       "that is incorrect has samples"},
      {point_with(R"("samples_ns": 4)"), "'samples_ns' is not an array"},
      {point_with(R"("samples_ns": [1, 0])"), "samples_ns[1] is 0"},
      {point_with(R"("samples_ns": [-1])"), "samples_ns[0] is -1"},
      {point_with(R"("samples_ns": [1e300])"), "samples_ns[0] is 1e+300"},
      {point_with(R"("samples_ns": [1e999])"), "not JSON"},
      {point_with(R"("samples_ns": [NaN])"), "not JSON"},
      {point_with(R"("samples_ns": [Infinity])"), "not JSON"},
      {point_with(R"("samples_ns": [null])"), "samples_ns[0]"},
      {point_with(R"("samples_ns": ["1"])"), "samples_ns[0]"},
      {point_with(R"("cache": "hot")"), "'cache' is 'hot'"},
      {point_with(R"("parameters": [])"), "'parameters' is not an object"},
      {point_with(R"("parameters": {"a=b": 1})"), "has a '='"},
      {point_with(R"("parameters": {"": 1})"), "the name of a parameter is empty"},
      {point_with(R"("parameters": {"a": {}})"), "'a'"},
      {point_with(R"("parameters": {"a": null})"), "'a'"},
      {point_with(R"("parameters": {"a": "b\nc"})"), "control characters"},
      {point_with(R"("parameters": {"a b": 1, "a_b": 2})"), "two parameters are called 'a_b'"},
      {point_with(R"("launch": {"grid": [1]})"), "'block'"},
      {point_with(R"("launch": {"grid": [0], "block": [1]})"), "'grid'"},
      {point_with(R"("launch": {"grid": [1, 1, 1, 1], "block": [1]})"), "'grid'"},
      {point_with(R"("launch": {"grid": [4294967296], "block": [1]})"), "'grid'"},
      {point_with(R"("launch": {"grid": [1.5], "block": [1]})"), "'grid'"},
      {point_with(R"("parameters": {"warps": 4}, "launch": {"grid": [1], "block": [1]})"), "'warps'"},
      {point_with(R"("metrics": [5])"), "a metric is not an object"},
      {point_with(R"("metrics": [{"name": "m"}])"), "'reason' is absent"},
      {point_with(R"("metrics": [{"name": "m", "value": "1"}])"), "'m'"},
      {point_with(R"("metrics": [{"name": "m", "value": 1, "reason": "r"}])"), "has a value and a reason"},
      {point_with(R"("metrics": [{"name": "m", "value": 1, "source": "model"}])"), "'model'"},
      {point_with(R"("metrics": [{"name": "m", "value": 1}, {"name": "m", "value": 2}])"),
       "two metrics are called 'm'"},
  };
  for (const BadLine& one : bad) {
    const ImportText text = read({kDevice, kPoint, one.line, R"({"kernel": "last", "outcome": "ok"})"});
    EXPECT_THAT(identities(text), ElementsAre("copy", "last")) << one.line.substr(0, 200);
    ASSERT_THAT(rejections(text), SizeIs(1)) << one.line.substr(0, 200);
    EXPECT_THAT(rejections(text)[0], AllOf(HasSubstr("x.jsonl:3"), HasSubstr(one.told), HasSubstr("\nhint: ")));
  }
}

TEST(ImportText, AFileOfAnotherFormatIsReportedOnceWithTheConverters) {
  for (const char* first : {"{", "{\"benchmarks\": []}", "\"ID\",\"Kernel Name\"", "3"}) {
    try {
      read({"", first, kDevice, kPoint});
      ADD_FAILURE() << first;
    } catch (const Error& error) {
      EXPECT_EQ(error.where().line, 2U);
      EXPECT_THAT(error.hint(), HasSubstr("from_nvbench.py"));
    }
  }
}

TEST(ImportText, ADeviceLineWithAnErrorTakesItsPointsAlong) {
  const std::vector<BadLine> bad = {
      {R"({"warpledger_import": 2, "tool": "t", "device": "d", "backend": "cuda"})", "reads version 1"},
      {R"({"warpledger_import": 1, "tool": "t", "device": "d"})", "'backend' is absent"},
      {R"({"warpledger_import": 1, "tool": "t", "device": "d", "backend": "gpu"})", "'backend' is 'gpu'"},
      {R"({"warpledger_import": 1, "tool": "t", "devise": "d", "backend": "cuda"})", "did you mean 'device'?"},
      {R"({"warpledger_import": 1, "tool": "t", "device": "d", "backend": "cuda")", "not JSON"},
      {R"({"warpledger_import": 1, "tool": "t", "device": "d", "backend": "cuda", "started_utc": "yesterday"})",
       "not a moment"},
      {R"({"warpledger_import": 1, "tool": "t", "device": "d", "backend": "cuda", "file_modified_utc": "2025-01-01T00:00"})",
       "'file_modified_utc' is '2025-01-01T00:00', not a moment"}};
  for (const BadLine& one : bad) {
    const ImportText text = read({kDevice, kPoint, one.line, kPoint, kPoint});
    EXPECT_THAT(identities(text), ElementsAre("copy"));
    ASSERT_THAT(rejections(text), SizeIs(2)) << one.line;
    EXPECT_THAT(rejections(text)[0], AllOf(HasSubstr("x.jsonl:3"), HasSubstr(one.told)));
    EXPECT_THAT(rejections(text)[1], AllOf(HasSubstr("x.jsonl:4"), HasSubstr("2 points")));
  }
}

TEST(ImportText, ADeviceWithoutAPointIsRejected) {
  const ImportText text = read({kDevice, "{", kDevice});
  EXPECT_THAT(text.runs, IsEmpty());
  EXPECT_THAT(rejections(text), SizeIs(3));
  EXPECT_THAT(rejections(text).back(), HasSubstr("x.jsonl:3: no result of device 'NVIDIA H200'"));
}

TEST(ImportText, ARepeatedPointIsNumbered) {
  const std::string numbered = R"({"kernel": "copy", "parameters": {"repetition": 2}, "outcome": "ok"})";
  EXPECT_THAT(identities(read({kDevice, kPoint, kPoint, kPoint})),
              ElementsAre("copy", "copy repetition=2", "copy repetition=3"));
  EXPECT_THAT(identities(read({kDevice, kPoint, kPoint, numbered})),
              ElementsAre("copy", "copy repetition=3", "copy repetition=2"));
  const ImportText twice = read({kDevice, numbered, numbered});
  EXPECT_THAT(rejections(twice), ElementsAre(HasSubstr("x.jsonl:3: it is the same point as line 2")));
}

TEST(ImportText, RepeatsAreSamplesOfOnePointWhereTheCallerSaysSo) {
  const auto repeated = [](const std::string& samples, const std::string& bytes) {
    return point_with(R"("samples_ns": )" + samples + R"(, "metrics": [{"name": "bytes", "value": )" + bytes + "}]");
  };
  const ImportText text =
      read({kDevice, repeated("[1, 2]", "10"), repeated("[3]", "30"), repeated("[4]", "20")}, Repeats::samples);
  EXPECT_THAT(identities(text), ElementsAre("k"));
  const Result& result = text.runs[0].points[0].result;
  EXPECT_THAT(result.timing->samples, SizeIs(4));
  EXPECT_EQ(result.metrics[0].value, 20);
  const ImportText failed = read(
      {kDevice, repeated("[1]", "10"), R"({"kernel": "k", "outcome": "crashed", "reason": "r"})", repeated("[1]", "1")},
      Repeats::samples);
  EXPECT_EQ(failed.runs[0].points[0].result.outcome, Outcome::crashed);
  EXPECT_FALSE(failed.runs[0].points[0].result.timing.has_value());
}

TEST(ImportText, RepeatsInOtherConditionsAreNotPooled) {
  const std::string cold = R"({"kernel": "copy", "cache": "cold", "outcome": "ok", "samples_ns": [9]})";
  EXPECT_THAT(rejections(read({kDevice, kPoint, cold}, Repeats::samples)),
              ElementsAre(HasSubstr("cache state differs")));
  const auto metric = [](const std::string& unit) {
    return point_with(R"("metrics": [{"name": "t", "value": 1, "unit": ")" + unit + "\"}]");
  };
  const Metric pooled =
      read({kDevice, metric("us"), metric("ms")}, Repeats::samples).runs[0].points[0].result.metrics[0];
  EXPECT_FALSE(pooled.value.has_value());
  EXPECT_THAT(pooled.reason, HasSubstr("units"));
}

TEST(ImportText, OtherPointsOfTheSameIdentityAreNotTakenForRepeats) {
  const std::string blank = point_with(R"("parameters": {"type": "a b"})");
  const std::string underscore = point_with(R"("parameters": {"type": "a_b"})");
  EXPECT_THAT(rejections(read({kDevice, blank, underscore})),
              ElementsAre(AllOf(HasSubstr("x.jsonl:3: its identity 'k type=a_b'"), HasSubstr("line 2"))));
}

TEST(ImportText, ADigestIsOfTheResultsAndNotOfTheFile) {
  const auto digest = [](const std::string& file, const std::string& point) {
    return read({R"({"warpledger_import": 1, "tool": "t", "device": "d", "backend": "host", "file": ")" + file +
                     R"(", "file_modified_utc": "2025-01-01T00:00Z"})",
                 point})
        .runs[0]
        .sha256;
  };
  EXPECT_EQ(digest("a.json", kPoint), digest("b.json", kPoint));
  EXPECT_NE(digest("a.json", kPoint), digest("a.json", point_with(R"("samples_ns": [3])")));
}

TEST(ImportSchema, NamesTheKeysThatTheReaderKnows) {
  const auto schema = nlohmann::json::parse(read_file(WARPLEDGER_SOURCE_DIR "/schema/import.schema.json"));
  for (const auto& [kind, keys] : kImportKeys) {
    std::vector<std::string> named;
    for (const auto& [key, value] : schema.at("$defs").at(std::string(kind)).at("properties").items())
      named.push_back(key);
    EXPECT_THAT(named, testing::UnorderedElementsAreArray(keys)) << kind;
    EXPECT_EQ(schema["$defs"][std::string(kind)]["additionalProperties"], false) << kind;
  }
}

}  // namespace
}  // namespace warpledger
