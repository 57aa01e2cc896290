#include "sass/code_loops.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace warpledger {
namespace {

using Runs = std::set<std::uint32_t>;

/// Jumps back: from a run to one on the way to it. A depth-first search from the entry finds them; compilers' loops
/// have one entry each, so that its order does not matter.
std::vector<std::pair<std::uint32_t, std::uint32_t>> back_edges(const ControlFlow& flow) {
  enum class State { unseen, on_path, done };
  std::vector<State> state(flow.runs.size(), State::unseen);
  std::vector<std::pair<std::uint32_t, std::size_t>> path = {{0, 0}};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  state[0] = State::on_path;
  while (!path.empty()) {
    auto& [run, branch] = path.back();
    if (branch == flow.runs[run].next.size()) {
      state[run] = State::done;
      path.pop_back();
      continue;
    }
    const std::uint32_t next = flow.runs[run].next[branch++];
    if (next == flow.runs.size()) continue;
    if (state[next] == State::on_path) edges.emplace_back(run, next);
    if (state[next] != State::unseen) continue;
    state[next] = State::on_path;
    path.emplace_back(next, 0);
  }
  return edges;
}

/// The loops by the run that they begin with: all runs from which a jump back to it is reached without passing it.
std::map<std::uint32_t, Runs> loops_of(const ControlFlow& flow) {
  std::vector<std::vector<std::uint32_t>> before(flow.runs.size());
  for (std::uint32_t run = 0; run < flow.runs.size(); ++run)
    for (const std::uint32_t next : flow.runs[run].next)
      if (next < flow.runs.size()) before[next].push_back(run);
  std::map<std::uint32_t, Runs> loops;
  for (const auto& [last, first] : back_edges(flow)) {
    Runs& runs = loops[first];
    runs.insert(first);
    std::vector<std::uint32_t> open = {last};
    while (!open.empty()) {
      const std::uint32_t run = open.back();
      open.pop_back();
      if (runs.insert(run).second) open.insert(open.end(), before[run].begin(), before[run].end());
    }
  }
  return loops;
}

bool has_operations(const ControlFlow& flow, const Runs& runs) {
  return std::any_of(runs.begin(), runs.end(),
                     [&](std::uint32_t run) { return flow.runs[run].amounts != OperationAmounts{}; });
}

/// Whether `runs` have operations of a kind whose unit is above 0.
bool has_fitted_operations(const ControlFlow& flow, const Runs& runs, const OperationAmounts& units) {
  return std::any_of(runs.begin(), runs.end(), [&](std::uint32_t run) {
    for (std::size_t i = 0; i < kWarpOperations; ++i)
      if (flow.runs[run].amounts[i] > 0 && units[i] > 0) return true;
    return false;
  });
}

}  // namespace

bool has_silent_loop(const ControlFlow& flow) {
  const auto loops = loops_of(flow);
  return std::any_of(loops.begin(), loops.end(), [&](const auto& loop) { return !has_operations(flow, loop.second); });
}

bool has_unfitted_loop(const ControlFlow& flow, const OperationAmounts& units) {
  const auto loops = loops_of(flow);
  return std::any_of(loops.begin(), loops.end(), [&](const auto& loop) {
    return has_operations(flow, loop.second) && !has_fitted_operations(flow, loop.second, units);
  });
}

bool has_nested_loops(const ControlFlow& flow) {
  const auto loops = loops_of(flow);
  for (const auto& [first, runs] : loops)
    for (const auto& [inner_first, inner_runs] : loops)
      if (inner_first != first && runs.contains(inner_first) && has_operations(flow, inner_runs)) return true;
  return false;
}

}  // namespace warpledger
