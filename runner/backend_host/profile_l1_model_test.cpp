#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "backend_host/profile.h"
#include "base/error.h"

namespace warpledger {
namespace {

using nlohmann::json;

json sourced(const json& value) { return {{"value", value}, {"source", "s"}}; }

json whole_section() {
  return {{"unified_bytes", sourced(131072)},
          {"shared_carveouts_bytes", sourced({0, 8192, 102400})},
          {"l1_sets", sourced(16)},
          {"store_window_cycles", sourced(17)},
          {"hit_cycles", sourced(61)},
          {"miss_cycles", sourced(601)},
          {"miss_jitter_cycles", sourced(121)},
          {"loads_together", sourced(5)},
          {"fill_sectors_per_cycle", sourced(2)},
          {"store_cycles", sourced(4)},
          {"request_gap_cycles", sourced(7)}};
}

std::string complaint_about(const json& section) {
  try {
    read_memory_model(section, "x.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

std::string complaint_about(const std::string& key, const json& value) {
  json section = whole_section();
  section[key] = sourced(value);
  return complaint_about(section);
}

TEST(ProfileMemoryModel, ReadsEveryParameter) {
  const ModelParameters model = read_memory_model(whole_section(), "x.json");
  EXPECT_EQ(model.unified_bytes, 131072u);
  EXPECT_THAT(model.shared_carveouts_bytes, testing::ElementsAre(0, 8192, 102400));
  EXPECT_EQ(model.l1.sets, 16u);
  EXPECT_EQ(model.l1.write_window_cycles, 17u);
  EXPECT_EQ(model.l1.clock.hit_cycles, 61u);
  EXPECT_EQ(model.l1.clock.miss_cycles, 601u);
  EXPECT_EQ(model.l1.clock.miss_jitter_cycles, 121u);
  EXPECT_EQ(model.l1.clock.loads_together, 5u);
  EXPECT_EQ(model.l1.clock.fill_sectors_per_cycle, 2u);
  EXPECT_EQ(model.l1.clock.store_cycles, 4u);
  EXPECT_EQ(model.l1.clock.request_gap_cycles, 7u);
}

TEST(ProfileMemoryModel, RefusesAKeyThatItDoesNotKnow) {
  EXPECT_THAT(complaint_about("l1_set", 16),
              testing::StartsWith("x.json: unknown key 'l1_set' in memory_model\nhint: did you mean 'l1_sets'?"));
}

TEST(ProfileMemoryModel, RefusesAParameterThatIsMissingOrHasNoSource) {
  const std::string complaint =
      "x.json: memory_model needs 'l1_sets' and its source\n"
      "hint: write \"l1_sets\": {\"value\": ..., \"source\": \"<where from>\"}";
  json section = whole_section();
  section["l1_sets"] = 16;
  EXPECT_EQ(complaint_about(section), complaint);
  section.erase("l1_sets");
  EXPECT_EQ(complaint_about(section), complaint);
}

TEST(ProfileMemoryModel, RefusesValuesThatTheModelCannotRunWith) {
  EXPECT_EQ(complaint_about(json::array()),
            "x.json: 'memory_model' is not an object\nhint: see the other files in devices/");
  for (const json& value : {json(0), json(-16), json(1.5), json("16"), json(5000)})
    EXPECT_EQ(complaint_about("l1_sets", value),
              "x.json: 'l1_sets' of memory_model must be an integer from 1 to 4096\nhint: correct it");
  EXPECT_EQ(complaint_about("l1_sets", 12),
            "x.json: 'l1_sets' of memory_model must be a power of two\nhint: correct it");
  for (const json& value : {json(8192), json::array(), json({8192, 0}), json({0, -1}), json({0, "8192"})})
    EXPECT_EQ(complaint_about("shared_carveouts_bytes", value),
              "x.json: 'shared_carveouts_bytes' of memory_model must be a list of bytes in ascending order\n"
              "hint: correct it");
  EXPECT_EQ(complaint_about("miss_jitter_cycles", 602),
            "x.json: 'miss_jitter_cycles' of memory_model must be an integer from 0 to 601\nhint: correct it");
  EXPECT_EQ(complaint_about("unified_bytes", 102400),
            "x.json: unified_bytes of memory_model leaves no L1 with the largest carve-out\nhint: correct it");
}

}  // namespace
}  // namespace warpledger
