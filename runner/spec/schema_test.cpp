// The JSON Schemas for editors and the format pages of docs/ must match the parser's key tables.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>

#include "base/file.h"
#include "base/text.h"
#include "model/metric.h"
#include "spec/keys.h"

namespace warpledger {
namespace {

using NameSet = std::set<std::string>;

NameSet names_of(const KeyTable& table) {
  NameSet names;
  for (const Key& key : table.keys) names.emplace(key.name);
  return names;
}

NameSet required_of(const KeyTable& table) {
  NameSet names;
  for (const Key& key : table.keys)
    if (key.required) names.emplace(key.name);
  return names;
}

NameSet properties_of(const nlohmann::json& object) {
  NameSet names;
  for (const auto& [key, value] : object.at("properties").items()) names.insert(key);
  return names;
}

/// The schema's root describes the first table, $defs/<mapping> the others.
void expect_same_keys(const std::string& schema_name, std::span<const KeyTable> tables) {
  const auto schema = nlohmann::json::parse(read_file(WARPLEDGER_SOURCE_DIR "/schema/" + schema_name));
  for (const KeyTable& table : tables) {
    const bool root = &table == &tables.front();
    const auto& object = root ? schema : schema.at("$defs").at(std::string(table.mapping));
    EXPECT_EQ(properties_of(object), names_of(table)) << schema_name << ": " << table.mapping;
    EXPECT_EQ(object.at("additionalProperties"), false) << schema_name << ": " << table.mapping;
    EXPECT_EQ(object.value("required", NameSet()), required_of(table)) << schema_name << ": " << table.mapping;
  }
}

/// Returns the rows of the table under "## The <mapping>": the key from the first cell, without back quotes, and the
/// second cell, which says whether it is required.
std::map<std::string, std::string> documented_keys(const std::string& page, std::string_view mapping) {
  std::map<std::string, std::string> keys;
  const std::size_t heading = page.find("# The " + std::string(mapping) + "\n");
  EXPECT_NE(heading, std::string::npos) << "no heading 'The " << mapping << "'";
  const std::size_t end = std::min(page.find("\n#", heading + 1), page.size());
  for (std::size_t row = page.find("\n| `", heading); row < end; row = page.find("\n| `", row + 1)) {
    const std::size_t first = row + 4;
    const std::size_t second = page.find("` | ", first) + 4;
    const std::string name = page.substr(first, page.find('`', first) - first);
    EXPECT_TRUE(keys.emplace(name, page.substr(second, page.find(" |", second) - second)).second)
        << mapping << ": " << name << " stands twice";
  }
  return keys;
}

void expect_documented(const std::string& page_name, std::span<const KeyTable> tables) {
  const std::string page = read_file(WARPLEDGER_SOURCE_DIR "/docs/" + page_name);
  for (const KeyTable& table : tables) {
    NameSet names, required;
    for (const auto& [key, when] : documented_keys(page, table.mapping)) {
      names.insert(key);
      if (when == "yes") required.insert(key);
    }
    EXPECT_EQ(names, names_of(table)) << table.mapping;
    EXPECT_EQ(required, required_of(table)) << table.mapping;
  }
}

TEST(Schema, OfFamiliesNamesTheKeysThatTheParserKnows) { expect_same_keys("family.schema.json", kFamilyFileTables); }

TEST(Schema, OfExperimentsNamesTheKeysThatTheParserKnows) {
  expect_same_keys("experiment.schema.json", kExperimentFileTables);
}

TEST(Schema, OfMetricGroupsNamesTheKeysThatTheParserKnows) {
  expect_same_keys("metric-group.schema.json", kMetricGroupFileTables);
}

TEST(Schema, OfMetricGroupsNamesWhatTheModelGives) {
  const auto schema = nlohmann::json::parse(read_file(WARPLEDGER_SOURCE_DIR "/schema/metric-group.schema.json"));
  EXPECT_EQ(schema.at("$defs").at("model").at("pattern"), "^([^*]+\\* *)?(" + join(model_quantity_names(), "|") + ")$");
}

TEST(FormatPage, OfMetricGroupsNamesWhatTheModelGives) {
  const std::string page = read_file(WARPLEDGER_SOURCE_DIR "/docs/metrics.md");
  for (const ModelQuantity& quantity : kModelQuantities)
    EXPECT_NE(page.find(fmt::format("| `{}` | {} |\n", quantity.name, quantity.about)), std::string::npos)
        << quantity.name;
}

TEST(FormatPage, OfFamiliesExplainsEachKeyOnce) { expect_documented("family-format.md", kFamilyFileTables); }

TEST(FormatPage, OfExperimentsExplainsEachKeyOnce) { expect_documented("experiment-format.md", kExperimentFileTables); }

TEST(FormatPage, OfMetricGroupsExplainsEachKeyOnce) { expect_documented("metrics.md", kMetricGroupFileTables); }

}  // namespace
}  // namespace warpledger
