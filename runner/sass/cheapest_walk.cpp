#include "sass/cheapest_walk.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <unordered_map>
#include <utility>

#include "base/error.h"

namespace warpledger {
namespace {

constexpr std::uint64_t kLeastWindowAccesses = 32;
constexpr std::size_t kMaxStates = 4'000'000;  // per search: 32 MB
constexpr std::size_t kMaxTurns = 1000;        // walked before the rest is extrapolated

[[noreturn]] void refuse() {
  throw Error("too many paths through the machine code match what a lane did on the CPU",
              "count the instructions of this kernel on a GPU");
}

/// Amounts up to a limit, numbered on first use.
class Amounts {
 public:
  explicit Amounts(const OperationAmounts& limit) : limit_(limit) {
    double codes = 1;
    for (const std::uint32_t most : limit) codes *= most + 1.0;
    if (codes > 0x1p63) refuse();
  }

  std::size_t size() const { return all_.size(); }
  const OperationAmounts& operator[](std::size_t number) const { return all_[number]; }

  std::size_t number_of(const OperationAmounts& amounts) {
    const auto [found, is_new] = numbers_.emplace(code_of(amounts), all_.size());
    if (is_new) all_.push_back(amounts);
    return found->second;
  }

  std::optional<std::size_t> find(const OperationAmounts& amounts) const {
    const auto found = numbers_.find(code_of(amounts));
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

  std::optional<OperationAmounts> sum(const OperationAmounts& a, const OperationAmounts& b) const {
    OperationAmounts total{};
    for (std::size_t i = 0; i < kWarpOperations; ++i) {
      if (b[i] > limit_[i] - a[i]) return std::nullopt;
      total[i] = a[i] + b[i];
    }
    return total;
  }

 private:
  std::uint64_t code_of(const OperationAmounts& amounts) const {
    std::uint64_t code = 0;
    for (std::size_t i = 0; i < kWarpOperations; ++i) code = code * (limit_[i] + std::uint64_t{1}) + amounts[i];
    return code;
  }

  OperationAmounts limit_;
  std::vector<OperationAmounts> all_;
  std::unordered_map<std::uint64_t, std::size_t> numbers_;
};

/// Dijkstra's search over performed operations and position.
class Search {
 public:
  Search(const ControlFlow& flow, const OperationAmounts& limit)
      : flow_(flow), amounts_(limit), places_(flow.runs.size() + 1) {}

  void run(const Frontier& from) {
    const std::size_t nothing = amounts_.number_of({});
    cost_.assign(places_, kUnreachable);
    for (std::size_t place = 0; place < places_; ++place)
      if (from[place] != kUnreachable) reach(nothing, place, from[place]);
    while (!open_.empty()) {
      const auto [cost, state] = open_.top();
      open_.pop();
      if (cost == cost_[state]) leave(state, cost);
    }
  }

  /// Lowers `to` where performing `amounts` takes fewer instructions.
  void lower(Frontier& to, const OperationAmounts& amounts) const {
    const auto number = amounts_.find(amounts);
    if (!number) return;
    for (std::size_t place = 0; place < places_; ++place)
      to[place] = std::min(to[place], cost_[*number * places_ + place]);
  }

 private:
  void reach(std::size_t performed, std::size_t place, std::uint64_t cost) {
    if (amounts_.size() * places_ > kMaxStates) refuse();
    cost_.resize(amounts_.size() * places_, kUnreachable);
    const std::size_t state = performed * places_ + place;
    if (cost_[state] <= cost) return;
    cost_[state] = cost;
    open_.emplace(cost, state);
  }

  void leave(std::size_t state, std::uint64_t cost) {
    const std::size_t place = state % places_;
    if (place == flow_.runs.size()) return;
    const CodeRun& run = flow_.runs[place];
    const std::size_t before = state / places_;
    if (const auto sum = amounts_.sum(amounts_[before], run.amounts)) {
      const std::size_t behind = amounts_.number_of(*sum);
      for (const std::uint32_t next : run.next) reach(behind, next, cost + run.instructions);
    }
    if (!run.optional) return;
    for (const std::uint32_t next : run.next) reach(before, next, cost + run.instructions);
  }

  using Entry = std::pair<std::uint64_t, std::size_t>;
  const ControlFlow& flow_;
  Amounts amounts_;
  std::size_t places_;
  std::vector<std::uint64_t> cost_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
};

bool grow_alike(const Frontier& a, const Frontier& b, const Frontier& c, const Frontier& d) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool reachable = a[i] != kUnreachable;
    for (const Frontier* other : {&b, &c, &d})
      if (((*other)[i] != kUnreachable) != reachable) return false;
    if (reachable && b[i] - a[i] != d[i] - c[i]) return false;
  }
  return true;
}

}  // namespace

CheapestWalk::CheapestWalk(const ControlFlow& flow) : flow_(flow), window_accesses_(kLeastWindowAccesses) {
  // A walk cannot stop within a run, but within two of them a step ends.
  for (const CodeRun& run : flow.runs)
    window_accesses_ =
        std::max(window_accesses_, 2 * std::accumulate(run.amounts.begin(), run.amounts.end(), std::uint64_t{0}));
}

/// Returns how many of `steps` a walk may perform together, at least two if there are.
std::size_t CheapestWalk::window_of(std::span<const WalkStep> steps) const {
  std::uint64_t accesses = 0;
  std::size_t count = 0;
  for (; count < steps.size(); ++count) {
    accesses += steps[count].accesses;
    if (accesses > window_accesses_ && count >= 2) break;
  }
  return count;
}

bool is_stuck(const Frontier& frontier) {
  return std::all_of(frontier.begin(), frontier.end(), [](std::uint64_t cost) { return cost == kUnreachable; });
}

Frontier CheapestWalk::entry() const {
  Frontier frontier(flow_.runs.size() + 1, kUnreachable);
  frontier[0] = 0;
  return frontier;
}

/// Computes the other frontiers from the first, each after one more step.
void CheapestWalk::spread(std::span<Frontier> frontiers, std::span<const WalkStep> steps) const {
  OperationAmounts limit{};
  for (const WalkStep& step : steps)
    for (std::size_t i = 0; i < kWarpOperations; ++i) limit[i] += step.amounts[i];
  Search search(flow_, limit);
  search.run(frontiers[0]);
  OperationAmounts performed{};
  search.lower(frontiers[0], performed);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (std::size_t k = 0; k < kWarpOperations; ++k) performed[k] += steps[i].amounts[k];
    search.lower(frontiers[i + 1], performed);
  }
}

Frontier CheapestWalk::perform(const Frontier& from, std::span<const WalkStep> steps) const {
  std::vector<Frontier> frontiers(steps.size() + 1, Frontier(from.size(), kUnreachable));
  frontiers[0] = from;
  for (std::size_t i = 0; i <= steps.size(); ++i) {
    if (is_stuck(frontiers[i])) continue;
    const auto ahead = steps.subspan(i, window_of(steps.subspan(i)));
    spread(std::span(frontiers).subspan(i, ahead.size() + 1), ahead);
  }
  return frontiers.back();
}

std::optional<Frontier> CheapestWalk::repeat(const Frontier& from, const WalkStep& step, std::uint64_t count) const {
  const std::size_t window = std::max<std::size_t>(2, window_accesses_ / std::max<std::uint64_t>(1, step.accesses));
  const std::vector<WalkStep> ahead(window, step);
  std::vector<Frontier> turns = {from};
  for (std::size_t i = 0; i < kMaxTurns; ++i) {
    turns.resize(i + window + 1, Frontier(from.size(), kUnreachable));
    spread(std::span(turns).subspan(i, window + 1), ahead);
    if (i == count) return turns[i];
    const auto complete = std::span(turns).first(i + 1);
    if (auto found = extrapolate(complete, window, window, count)) return found;
  }
  return std::nullopt;
}

std::optional<Frontier> extrapolate(std::span<const Frontier> turns, std::size_t window, std::size_t max_period,
                                    std::uint64_t count) {
  const std::size_t last = turns.size() - 1;
  for (std::size_t period = 1; period <= max_period && 2 * period + window <= last; ++period) {
    bool periodic = true;
    for (std::size_t back = period; back < window + period && periodic; ++back) {
      const std::size_t recent = last - back % period;
      periodic = grow_alike(turns[last - back - period], turns[last - back], turns[recent - period], turns[recent]);
    }
    if (!periodic) continue;
    const std::size_t known = last - (last + period - static_cast<std::size_t>(count % period)) % period;
    const std::uint64_t periods = (count - known) / period;
    Frontier result = turns[known];
    for (std::size_t i = 0; i < result.size(); ++i)
      if (result[i] != kUnreachable) result[i] += periods * (result[i] - turns[known - period][i]);
    return result;
  }
  return std::nullopt;
}

}  // namespace warpledger
