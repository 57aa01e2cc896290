#include "plan/point.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>

namespace warpledger {
namespace {

constexpr double kWarpSize = 32;  // of every CUDA device so far

}  // namespace

Values device_values(const Experiment& experiment, const Device& device) {
  Values values(experiment.symbols.size(), std::numeric_limits<double>::quiet_NaN());
  for (const auto& [name, fact] : device.facts)
    if (const auto slot = experiment.symbols.find(name)) values[*slot] = static_cast<double>(fact);
  values[experiment.symbols.slot("sms")] = values[experiment.symbols.slot("sm_count")];
  return values;
}

void complete(const Experiment& experiment, const KernelChoice& choice, Values& values) {
  double& warps = values[experiment.symbols.slot("warps")];
  double& threads = values[experiment.symbols.slot("threads")];
  if (std::isnan(warps)) warps = std::ceil(threads / kWarpSize);
  if (std::isnan(threads)) threads = kWarpSize * warps;
  for (const Derivation& derivation : choice.derivations) {
    values[derivation.slot] = derivation.value.number(values);
    for (const Parameter& parameter : experiment.family.parameters)
      if (parameter.slot == derivation.slot) parameter.check(values[derivation.slot], derivation.value);
  }
}

const Expression* refusing_filter(const Experiment& experiment, const KernelChoice& choice, const Values& values) {
  for (const auto* filters : {&experiment.family.kernels[choice.kernel].where, &experiment.where})
    for (const Expression& filter : *filters)
      if (filter.number(values) == 0) return &filter;
  return nullptr;
}

std::string identity(const Experiment& experiment, const KernelChoice& choice, const Values& values) {
  std::map<std::string, double> parameters;
  for (const Parameter& parameter : experiment.family.parameters) {
    const double value = values[parameter.slot];
    if (!parameter.default_value || parameter.default_value->number(values) != value)
      parameters[parameter.name] = value;
  }
  std::string text = experiment.family.kernels[choice.kernel].name;
  for (const auto& [name, value] : parameters) text += fmt::format(" {}={}", name, value);
  const double warps = values[experiment.symbols.slot("warps")];
  const double threads = values[experiment.symbols.slot("threads")];
  text += fmt::format(" blocks={}", values[experiment.symbols.slot("blocks")]);
  return text + (threads == kWarpSize * warps ? fmt::format(" warps={}", warps) : fmt::format(" threads={}", threads));
}

}  // namespace warpledger
