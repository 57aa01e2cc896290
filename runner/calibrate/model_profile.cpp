#include "calibrate/model_profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace warpledger {

std::string model_device(const StoredRun& run, std::span<const Device> devices) {
  if (run.device.backend == "host") return run.device.id;
  const auto profile = std::find_if(devices.begin(), devices.end(), [&run](const Device& device) {
    return device.backend == "host" && device.name == "CPU as " + run.device.name;
  });
  if (profile == devices.end())
    throw Error(fmt::format("no profile in devices/ is of this run's device, {}", run.device.name),
                "name one with --as, or write one: docs/write-a-device-profile.md");
  return profile->id;
}

void refuse_another_gpu(const StoredRun& run, const Device& profile) {
  for (const char* fact : {"cc_major", "cc_minor", "sm_count"}) {
    const auto measured = run.device.facts.find(fact), modelled = profile.facts.find(fact);
    if (measured == run.device.facts.end() || modelled == profile.facts.end()) continue;
    if (measured->second != modelled->second)
      throw Error(fmt::format("run {} was on another GPU than {}: {} is {} there and {} here", run.uuid.substr(0, 8),
                              profile.id, fact, measured->second, modelled->second),
                  "name the profile of the run's own GPU with --as");
  }
}

}  // namespace warpledger
