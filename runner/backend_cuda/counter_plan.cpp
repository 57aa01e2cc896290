#include "backend_cuda/counter_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include "backend_cuda/cuda_check.h"
#include "backend_cuda/profiler_host.h"
#include "base/text.h"

namespace warpledger {
namespace {

constexpr std::size_t kMostPicksToTryAll = 64;

struct Priced {
  Pick pick;
  int cost;
};

/// Returns the number of picks, or one above kMostPicksToTryAll.
std::size_t number_of_picks(std::span<const std::size_t> counts) {
  std::size_t number = 1;
  for (const std::size_t count : counts)
    if (number <= kMostPicksToTryAll) number *= count;
  return number;
}

/// False after the last pick in lexicographic order.
bool advance(Pick& pick, std::span<const std::size_t> counts) {
  for (std::size_t i = pick.size(); i-- > 0;) {
    if (++pick[i] < counts[i]) return true;
    pick[i] = 0;
  }
  return false;
}

class Search {
 public:
  Search(std::span<const std::size_t> counts, int lower_bound, const std::function<int(const Pick&)>& cost)
      : counts_(counts), lower_bound_(lower_bound), cost_(cost) {}

  Pick try_all() const {
    Pick pick(counts_.size(), 0);
    Priced best = priced(pick);
    while (best.cost > lower_bound_ && advance(pick, counts_))
      if (const int cost = cost_(pick); cost < best.cost) best = {pick, cost};
    return best.pick;
  }

  Pick descend_from_several() const {
    const std::size_t starts = *std::max_element(counts_.begin(), counts_.end());
    Priced best = descend(priced(start(0)));
    for (std::size_t option = 1; option < starts && best.cost > lower_bound_; ++option)
      if (Priced found = descend(priced(start(option))); found.cost < best.cost) best = std::move(found);
    return with_earliest_options(best);
  }

 private:
  Priced priced(const Pick& pick) const { return {pick, cost_(pick)}; }

  Pick start(std::size_t option) const {
    Pick pick;
    for (const std::size_t count : counts_) pick.push_back(std::min(option, count - 1));
    return pick;
  }

  Priced descend(Priced best) const {
    for (bool improved = true; improved && best.cost > lower_bound_;) {
      improved = false;
      for (std::size_t list = 0; list < counts_.size(); ++list) improved |= improve(best, list);
    }
    return best;
  }

  /// False if it is already there.
  bool improve(Priced& best, std::size_t list) const {
    const int before = best.cost;
    Pick pick = best.pick;
    for (std::size_t option = 0; option < counts_[list] && best.cost > lower_bound_; ++option) {
      pick[list] = option;
      if (const int cost = cost_(pick); cost < best.cost) best = {pick, cost};
    }
    return best.cost < before;
  }

  Pick with_earliest_options(const Priced& best) const {
    Pick pick = best.pick;
    for (std::size_t list = 0; list < counts_.size(); ++list) {
      const std::size_t found = pick[list];
      for (pick[list] = 0; pick[list] < found && cost_(pick) > best.cost;) ++pick[list];
    }
    return pick;
  }

  std::span<const std::size_t> counts_;
  int lower_bound_;
  const std::function<int(const Pick&)>& cost_;
};

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

struct Supply {
  std::size_t request;
  std::vector<CounterChoice> choices;
};

bool has(const ProfilerHost& host, const CounterChoice& choice) {
  return host.has(choice.counter) && std::all_of(choice.without.begin(), choice.without.end(),
                                                 [&](const std::string& counter) { return host.has(counter); });
}

void add_names(const CounterChoice& choice, std::set<std::string>& names) {
  names.insert(choice.counter);
  names.insert(choice.without.begin(), choice.without.end());
}

/// Writes the reasons of requests without supply to `plan`.
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

/// Number of passes of a set of counters, cached because CUPTI takes 3 to 10 ms.
class PassCounter {
 public:
  PassCounter(const std::string& chip, const std::vector<std::uint8_t>& availability)
      : chip_(chip), availability_(availability) {}

  int operator()(std::span<const Supply> supplies, const Pick& pick) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < supplies.size(); ++i) add_names(supplies[i].choices[pick[i]], names);
    if (names.empty()) return 0;
    const auto [known, is_new] = known_.try_emplace(std::move(names), 0);
    if (is_new) known->second = ask(known->first);
    return known->second;
  }

 private:
  int ask(const std::set<std::string>& names) const {
    ProfilerHost host(chip_, availability_);  // accepts one configuration
    std::vector<std::uint8_t> config = host.configure(std::vector<std::string>(names.begin(), names.end()));
    return passes_of(config);
  }

  const std::string& chip_;
  const std::vector<std::uint8_t>& availability_;
  std::map<std::set<std::string>, int> known_;
};

/// Returns a lower bound on the passes of any pick: those of the counters without alternative plus the cheapest choice
/// of any one supply, as more counters never take fewer passes. A pick that reaches it ends the search: on GH100 for
/// lsu-2024 the first of 64, each of which takes CUPTI 3 ms.
int least_passes(std::span<const Supply> supplies, PassCounter& passes) {
  std::vector<Supply> some;
  std::ranges::copy_if(supplies, std::back_inserter(some), [](const Supply& one) { return one.choices.size() == 1; });
  int least = std::max(passes(some, Pick(some.size(), 0)), 1);
  if (passes(supplies, Pick(supplies.size(), 0)) == least) return least;
  some.emplace_back();
  for (const Supply& supply : supplies) {
    if (supply.choices.size() == 1) continue;
    some.back() = supply;
    int cheapest = std::numeric_limits<int>::max();
    Pick pick(some.size(), 0);
    for (pick.back() = 0; pick.back() < supply.choices.size() && cheapest > least; ++pick.back())
      cheapest = std::min(cheapest, passes(some, pick));
    least = std::max(least, cheapest);
  }
  return least;
}

}  // namespace

CounterPlan plan_counters(const std::string& chip, std::span<const MetricRequest> requests) {
  try {
    return choose_counters(chip, {}, requests);
  } catch (const CuptiFailure& failure) {
    // CUPTI lists chips that need a newer driver or another kind of machine.
    CounterPlan plan;
    plan.counters.assign(requests.size(), {std::nullopt, chip + ": " + failure.what()});
    return plan;
  }
}

std::vector<ChipCounter> chip_counters(const std::string& chip) {
  const ProfilerHost host(chip);
  std::vector<ChipCounter> counters;
  for (const std::string& name : host.base_names())
    if (name.find('.') == std::string::npos) counters.push_back(host.describe(name));
  std::sort(counters.begin(), counters.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return counters;
}

Pick cheapest_pick(std::span<const std::size_t> counts, int lower_bound, const std::function<int(const Pick&)>& cost) {
  const Search search(counts, lower_bound, cost);
  return number_of_picks(counts) <= kMostPicksToTryAll ? search.try_all() : search.descend_from_several();
}

CounterPlan choose_counters(const std::string& chip, const std::vector<std::uint8_t>& availability,
                            std::span<const MetricRequest> requests) {
  CounterPlan plan;
  const std::vector<Supply> supplies = find_supplies(ProfilerHost(chip, availability), requests, plan);
  PassCounter passes(chip, availability);

  std::vector<std::size_t> counts;
  for (const Supply& supply : supplies) counts.push_back(supply.choices.size());
  const Pick pick =
      cheapest_pick(counts, least_passes(supplies, passes), [&](const Pick& tried) { return passes(supplies, tried); });

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
