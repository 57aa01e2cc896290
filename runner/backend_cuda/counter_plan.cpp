#include "backend_cuda/counter_plan.h"

#include <fmt/format.h>

#include <set>

#include "backend_cuda/counter_choice.h"
#include "backend_cuda/cupti_check.h"
#include "base/text.h"

namespace warpledger {
namespace {

std::string why_none(const ProfilerHost& host, const MetricRequest& request) {
  if (request.choices.empty()) return fmt::format("metric '{}' names no counter", request.name);
  if (request.choices.size() > 1) {
    std::vector<std::string> names;
    for (const CounterChoice& choice : request.choices) names.push_back(choice.counter);
    return fmt::format("{} has none of: {}", host.chip(), join(names));
  }
  const std::string& counter = request.choices.front().counter;
  const std::size_t dot = counter.find('.');
  const std::string base = counter.substr(0, dot);
  const std::vector<std::string> known = host.base_names();
  if (dot == std::string::npos && host.has(base + ".sum"))
    return fmt::format("counter '{}' has no rollup; did you mean '{}.sum'?", counter, base);
  std::string reason = fmt::format("{} has no counter '{}'", host.chip(), counter);
  if (const auto near = nearest(base, known)) {
    const std::string rollup = dot == std::string::npos ? ".sum" : counter.substr(dot);
    reason += *near == base ? fmt::format("; '{}' has no rollup '{}'", base, rollup)
                            : fmt::format("; nearest: {}{}", *near, rollup);
  }
  return reason;
}

}  // namespace

std::vector<ChosenCounter> choose_counters(const ProfilerHost& host, std::span<const MetricRequest> requests) {
  std::vector<ChosenCounter> chosen;
  for (const MetricRequest& request : requests) {
    ChosenCounter& counter = chosen.emplace_back();
    for (const CounterChoice& choice : request.choices) {
      if (!host.has(choice.counter)) continue;
      counter.choice = choice;
      break;
    }
    if (!counter.choice) counter.reason = why_none(host, request);
  }
  return chosen;
}

std::vector<std::string> counter_names(std::span<const ChosenCounter> chosen) {
  std::set<std::string> names;
  for (const ChosenCounter& counter : chosen)
    if (counter.choice) names.insert(counter.choice->counter);
  return {names.begin(), names.end()};
}

CounterPlan plan_counters(const std::string& chip, std::span<const MetricRequest> requests) {
  CounterPlan plan;
  try {
    ProfilerHost host(chip);
    plan.counters = choose_counters(host, requests);
    const std::vector<std::string> names = counter_names(plan.counters);
    if (names.empty()) return plan;
    std::vector<std::uint8_t> config = host.configure(names);
    plan.passes = passes_of(config);
  } catch (const CuptiFailure& failure) {
    // CUPTI lists chips that it supports only with a newer driver, or not on this kind of machine.
    plan.counters.assign(requests.size(), {std::nullopt, fmt::format("{}: {}", chip, failure.what())});
    plan.passes = 0;
  }
  return plan;
}

}  // namespace warpledger
