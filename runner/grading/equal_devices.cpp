#include "grading/equal_devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/device_name.h"
#include "plan/plan.h"

namespace warpledger {
namespace {

/// Content keys, which differ where sizes or launches do.
std::vector<std::string> keys_on(const Experiment& experiment, const Device& device) {
  const Plan plan = make_plan(experiment, device);
  std::vector<std::string> keys;
  for (std::int64_t ordinal = 0; ordinal < plan.size(); ++ordinal) keys.push_back(plan.job(ordinal).key);
  return keys;
}

void refuse_another_model(const Device& device, const GradingSession& session) {
  if (session.devices.empty() || std::ranges::count(session.devices, device.name, &SessionDevice::name) > 0) return;
  throw Error(fmt::format("session {} was graded on {}, and {} is another model", session.uuid.substr(0, 8),
                          session.devices.front().name, label_of(device)),
              "times of two models make no class: go on with a device of that model, or leave out --session");
}

}  // namespace

void refuse_unequal_devices(std::span<const Device> devices, const GradingSession& session,
                            const Experiment& experiment) {
  const Device& first = devices.front();
  refuse_another_model(first, session);
  if (devices.size() == 1) return;
  const std::vector<std::string> keys = keys_on(experiment, first);
  for (const Device& device : devices.subspan(1)) {
    if (device.name != first.name)
      throw Error(fmt::format("{} and {} are different models", label_of(first), label_of(device)),
                  "times of two models make no class: name one model, as --device all:h200 does");
    if (keys_on(experiment, device) != keys)
      throw Error(fmt::format("{} would measure other points than {}", label_of(device), label_of(first)),
                  "grade on devices with the same limits");
  }
}

}  // namespace warpledger
