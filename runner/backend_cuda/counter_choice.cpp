#include "backend_cuda/counter_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "backend_cuda/cheapest_pick.h"
#include "backend_cuda/profiler_host.h"
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

/// The counters that the chip has for one request, of a list of requests.
struct Supply {
  std::size_t request;
  std::vector<CounterChoice> choices;
};

/// Whether the chip has the counter and those that tell whether it holds.
bool has(const ProfilerHost& host, const CounterChoice& choice) {
  return host.has(choice.counter) && std::all_of(choice.without.begin(), choice.without.end(),
                                                 [&](const std::string& counter) { return host.has(counter); });
}

void add_names(const CounterChoice& choice, std::set<std::string>& names) {
  names.insert(choice.counter);
  names.insert(choice.without.begin(), choice.without.end());
}

/// One supply for each request that the chip can answer; the other requests get their reason in `plan`.
std::vector<Supply> find_supplies(const ProfilerHost& host, std::span<const MetricRequest> requests,
                                  CounterPlan& plan) {
  std::vector<Supply> supplies;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Supply supply{i, {}};
    for (const CounterChoice& choice : requests[i].choices)
      if (has(host, choice)) supply.choices.push_back(choice);
    plan.counters.push_back({std::nullopt, supply.choices.empty() ? why_none(host, requests[i]) : ""});
    if (!supply.choices.empty()) supplies.push_back(std::move(supply));
  }
  return supplies;
}

/// How many passes sets of counters take on a chip.
class PassCounter {
 public:
  PassCounter(const std::string& chip, const std::vector<std::uint8_t>& availability)
      : chip_(chip), availability_(availability) {}

  /// Of `pick`, which has one choice for each of `supplies`.
  int operator()(std::span<const Supply> supplies, const Pick& pick) const {
    std::set<std::string> names;
    for (std::size_t i = 0; i < supplies.size(); ++i) add_names(supplies[i].choices[pick[i]], names);
    if (names.empty()) return 0;
    ProfilerHost host(chip_, availability_);  // a host object takes one configuration
    std::vector<std::uint8_t> config = host.configure(std::vector<std::string>(names.begin(), names.end()));
    return passes_of(config);
  }

 private:
  const std::string& chip_;
  const std::vector<std::uint8_t>& availability_;
};

}  // namespace

CounterPlan choose_counters(const std::string& chip, const std::vector<std::uint8_t>& availability,
                            std::span<const MetricRequest> requests) {
  CounterPlan plan;
  const std::vector<Supply> supplies = find_supplies(ProfilerHost(chip, availability), requests, plan);
  const PassCounter passes(chip, availability);

  // What must be collected whatever is picked; more counters never take fewer passes.
  std::vector<Supply> fixed;
  std::vector<std::size_t> counts;
  for (const Supply& supply : supplies) {
    counts.push_back(supply.choices.size());
    if (supply.choices.size() == 1) fixed.push_back(supply);
  }
  const int lower_bound = std::max(passes(fixed, Pick(fixed.size(), 0)), 1);
  const Pick pick = cheapest_pick(counts, lower_bound, [&](const Pick& tried) { return passes(supplies, tried); });

  for (std::size_t i = 0; i < supplies.size(); ++i)
    plan.counters[supplies[i].request].choice = supplies[i].choices[pick[i]];
  plan.passes = passes(supplies, pick);
  return plan;
}

std::vector<std::string> counter_names(std::span<const ChosenCounter> chosen) {
  std::set<std::string> names;
  for (const ChosenCounter& counter : chosen)
    if (counter.choice) add_names(*counter.choice, names);
  return {names.begin(), names.end()};
}

}  // namespace warpledger
