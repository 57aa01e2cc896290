#include "backend_host/kernel_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "exec/frame.h"

namespace warpledger {
namespace {

constexpr std::uint64_t kBlocks = 100;
constexpr std::uint32_t kSms = 8;

/// A launch whose warps load and store one line each.
LaunchModel possible_model() {
  LaunchModel model;
  Pattern load;
  load.space = Space::global;
  load.kind = AccessKind::load;
  load.lanes = 32;
  load.sectors = 4;
  Pattern store = load;
  store.kind = AccessKind::store;
  model.counts.accesses.add(load);
  model.counts.accesses.add(store);
  model.counts.l1_missed_lines = 1;
  model.counts.l1_read_sectors = model.counts.loaded_sectors = 4;
  model.counts.l1_written_sectors = model.counts.stored_sectors = 4;
  model.sampled_sms = 2;
  model.instructions = 12;
  model.sampling = {.scale = 4, .scale_lower = 3.9, .scale_upper = 4.1, .whole_grid = false};
  return model;
}

std::string refusal(const std::function<void(LaunchModel&)>& change) {
  LaunchModel model = possible_model();
  change(model);
  try {
    launch_model_from(message_of(model).at("model"), kBlocks, kSms);
    return "";
  } catch (const MalformedMessage& malformed) {
    return malformed.problem();
  }
}

TEST(KernelMessage, AModelCrossesUnchanged) {
  const LaunchModel model = possible_model();
  const LaunchModel read = launch_model_from(message_of(model).at("model"), kBlocks, kSms);
  EXPECT_EQ(read.counts, model.counts);
  EXPECT_EQ(read.instructions, model.instructions);
  EXPECT_EQ(read.sampling.scale_lower, 3.9);
  EXPECT_EQ(read.sampled_sms, 2);
}

TEST(KernelMessage, CountsThatNoLaunchHasAreRefused) {
  const std::vector<std::function<void(LaunchModel&)>> changes = {
      [](LaunchModel& m) { m.counts.l1_read_sectors = 5; },
      [](LaunchModel& m) { m.counts.l1_read_sectors = 3; },
      [](LaunchModel& m) { m.counts.l1_written_sectors = 1; },
      [](LaunchModel& m) { m.counts.l1_missed_lines = 9; },
      [](LaunchModel& m) { m.counts.global_conflicts = ~std::uint64_t{0}; },
      [](LaunchModel& m) { m.counts.reuses[3] = 1000; },
      [](LaunchModel& m) { m.sampling.scale = -1; },
      [](LaunchModel& m) { m.sampling.scale_upper = 1e300; },
      [](LaunchModel& m) { m.sampling.scale_lower = 5; },
      [](LaunchModel& m) { m.sampled_sms = 9; },
      [](LaunchModel& m) { m.sampled_sms = 0; },
      [](LaunchModel& m) { m.instructions = ~std::uint64_t{0}; },
      [](LaunchModel& m) { m.instructions.reset(); },
  };
  EXPECT_EQ(refusal([](LaunchModel&) {}), "");
  for (std::size_t i = 0; i < changes.size(); ++i)
    EXPECT_THAT(refusal(changes[i]), testing::StartsWith("the worker sent a malformed message: ")) << i;
}

TEST(KernelMessage, AnAnswerOfAnotherShapeIsMalformed) {
  nlohmann::json message = message_of(possible_model()).at("model");
  for (const auto& [key, value] : message.items()) {
    if (key == "instructions") continue;
    for (const nlohmann::json& other :
         {nlohmann::json(), nlohmann::json("x"), nlohmann::json::array({1}), nlohmann::json(1e300)}) {
      if (key == "no_instructions" && other == "x") continue;
      nlohmann::json changed = message;
      changed[key] = other;
      EXPECT_THROW(launch_model_from(changed, kBlocks, kSms), MalformedMessage) << key;
    }
  }
}

TEST(KernelMessage, OnlyOutcomesOfKernelsAreTaken) {
  EXPECT_THROW(throw_failure(message_of(PointFailure(Outcome::launch_failed, "why"))), PointFailure);
  EXPECT_THROW(throw_failure(message_of(Error("what", "hint"))), Error);
  EXPECT_THROW(throw_failure(message_of(PointFailure(Outcome::ok, ""))), MalformedMessage);
  EXPECT_THROW(throw_failure({{"outcome", "launch_failed"}}), MalformedMessage);
  EXPECT_THROW(throw_failure(nlohmann::json::array()), MalformedMessage);
  throw_failure({{"done", true}});
}

}  // namespace
}  // namespace warpledger
