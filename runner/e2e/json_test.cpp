// Every JSON that the program prints is what schema/output.schema.json says, which refuses what it does not name.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using nlohmann::json;

/// A command in a folder with a year of made-up runs (year.db), one of six GPUs (lab.db), one with modelled numbers and
/// points that failed (real.db), and an empty ledger's place (new.db); `definition` of the schema describes what it
/// prints.
struct Printed {
  const char* name;
  const char* definition;
  const char* command;
  bool has_line_per_object = false;
};

void PrintTo(const Printed& printed, std::ostream* out) { *out << printed.command; }

/// What is wrong, in the validator's words; empty where each of `printed` is what the schema's `definition` describes,
/// and none of `altered` is.
std::string problems(const json& printed, const json& altered, const std::string& definition,
                     const std::string& folder) {
  json schema = json::parse(read_file(WARPLEDGER_SOURCE_DIR "/schema/output.schema.json"));
  const json described = {{"$ref", "#/definitions/" + definition}};
  schema["properties"] = {{"printed", {{"items", described}}}, {"altered", {{"items", {{"not", described}}}}}};
  std::ofstream(folder + "/schema.json") << schema;
  std::ofstream(folder + "/output.json") << json{{"printed", printed}, {"altered", altered}};
  const Ended ended = shell("python3 -W ignore -m jsonschema -i output.json schema.json", folder);
  return ended.exit_code == 0 ? "" : ended.err + "refused";
}

std::vector<json> outputs(const std::string& text, bool has_line_per_object) {
  if (!has_line_per_object) return {json::parse(text)};
  std::vector<json> objects;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) objects.push_back(json::parse(line));
  return objects;
}

/// The first object with keys of its own in `value`, through arrays; null where there is none.
json* first_object(json& value) {
  if (value.is_object()) return &value;
  return value.is_array() && !value.empty() ? first_object(value.front()) : nullptr;
}

class JsonOutput : public testing::TestWithParam<Printed> {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    ASSERT_EQ(warpledger({"example", "year.db"}, folder_).exit_code, 0);
    ASSERT_EQ(warpledger({"example", "lab.db", "--devices", "6"}, folder_).exit_code, 0);
    for (const char* run : {"run quickstart --device host:rtx4090 --set d_l=4 --set warps=1",
                            "run quickstart --device host:h200 --set d_l=4 --set warps=1", "run misfits --device host"})
      ASSERT_LE(shell(fmt::format("warpledger {} --quiet --db real.db", run), folder_).exit_code, 1);
    ASSERT_EQ(shell("cp -r \"$WARPLEDGER_HOME\"/docs/example/. . && warpledger grade axpy-hw --submissions submissions "
                    "--device host --db graded.db",
                    folder_)
                  .exit_code,
              0);
    ASSERT_EQ(shell("warpledger ledger tag latest spring --db real.db", folder_).exit_code, 0);
    ASSERT_EQ(shell("warpledger ledger forget latest --why 'a test' --db real.db", folder_).exit_code, 0);
  }
  static inline std::string folder_;
};

TEST_P(JsonOutput, IsWhatItsSchemaSaysAndNothingElse) {
  const Printed& printed = GetParam();
  const Ended ended = shell(printed.command, folder_);
  ASSERT_LE(ended.exit_code, 1) << ended.err;
  EXPECT_FALSE(std::regex_search(ended.out, std::regex(R"([:\[,]\s*-?[0-9]+\.0\s*[,}\]])")))
      << "a whole number is not an integer: " << ended.out.substr(0, 2000);
  const std::vector<json> values = outputs(ended.out, printed.has_line_per_object);
  ASSERT_FALSE(values.empty()) << "nothing was printed";
  std::vector<json> altered = values;
  for (json& output : altered) {
    json* object = first_object(output);
    ASSERT_NE(object, nullptr) << "nothing was printed";
    (*object)["a key that no schema names"] = json::array();
  }
  EXPECT_EQ(problems(values, altered, printed.definition, folder_), "");
}

const Printed kPrinted[] = {
    {"List", "list", "warpledger list --format json --db year.db"},
    {"ListRuns", "list", "warpledger list runs --all --format json --db real.db"},
    {"Plan", "plan", "warpledger plan quickstart --device host --set d_l=4 --set warps=1 --format json", true},
    {"Run", "run",
     "warpledger run quickstart --device host --set d_l=4 --set warps=1 --quiet --format json --db new.db"},
    {"RunThatSearches", "run",
     "warpledger run quickstart --device host --search random --budget 3points --quiet --format json --db new.db"},
    {"RunThatLocallySearches", "run",
     "warpledger run misfits --device host --search local --budget 3points --quiet --format json --db new.db"},
    {"AskedPoints", "asked_point",
     "printf '{\"point\": 0}\\n{\"point\": 3}\\nno JSON\\n' | warpledger run misfits --device host --points - --db "
     "new.db",
     true},
    {"RunThatFails", "run", "warpledger run misfits --device host --quiet --format json --db new.db"},
    {"RunOnTwoDevices", "run",
     "warpledger run quickstart --device host,host --set d_l=4 --set warps=1 --quiet --format json --db new.db"},
    {"Devices", "devices", "warpledger devices --format json"},
    {"Doctor", "doctor", "warpledger doctor --format json"},
    {"Metrics", "metrics", "warpledger metrics --search l2_read --chip AD102 --format json"},
    {"MetricsTogether", "metrics", "warpledger metrics --group stalls --group memory --chip GA100 --format json"},
    {"Compare", "compare", "warpledger compare latest~1 latest --format json --db year.db"},
    {"CompareModelled", "compare",
     "warpledger compare device:4090 device:H200 --where experiment:quickstart --ignore blocks --format json --db "
     "real.db"},
    {"History", "history", "warpledger history --format json --db year.db"},
    {"HistoryOfFailures", "history", "warpledger history --metric l2_read_norm --format json --db real.db"},
    {"HistoryChanged", "changed", "warpledger history --changed --since 2026-10-17 --format json --db lab.db"},
    {"HistoryStale", "changed", "warpledger history --changed --since 2030 --format json --db year.db"},
    {"Grades", "grades", "warpledger grades --format json --db graded.db"},
    {"Query", "query", "warpledger query 'SELECT * FROM points LIMIT 100' --format json --db year.db"},
    {"QueryModelled", "query", "warpledger query 'SELECT * FROM point' --format json --db real.db"},
};

INSTANTIATE_TEST_SUITE_P(Of, JsonOutput, testing::ValuesIn(kPrinted),
                         [](const auto& test) { return std::string(test.param.name); });

/// What `warpledger complete` offers behind `words`.
std::set<std::string> offered(const std::string& words) {
  std::istringstream lines(shell("warpledger complete " + words + " ''", fresh_folder()).out);
  std::set<std::string> first_words;
  for (std::string line; std::getline(lines, line);) first_words.insert(line.substr(0, line.find('\t')));
  return first_words;
}

TEST(JsonOutputs, AreThoseOfEveryCommandThatHasThem) {
  std::set<std::string> with_json;
  for (const std::string& command : offered(""))
    if (offered(command + " --format").contains("json")) with_json.insert(command);
  std::set<std::string> tested;
  for (const Printed& printed : kPrinted)
    for (const std::string& command : with_json)
      if (std::string(printed.command).find("warpledger " + command + " ") != std::string::npos) tested.insert(command);
  EXPECT_EQ(tested, with_json);
  EXPECT_TRUE(with_json.contains("query") && with_json.contains("compare"));
}

}  // namespace
}  // namespace warpledger::e2e
