#include "sass/control_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.h"
#include "sass/instruction.h"

namespace warpledger {
namespace {

using Runs = std::set<std::uint32_t>;

/// Finds jumps from a run to one on the path to it, by depth-first search from the entry. Compilers' loops have a
/// single entry, so the search order does not matter.
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

/// Returns loops by their first run: all runs that reach a jump back to it without passing it.
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

bool has_fitted_operations(const ControlFlow& flow, const Runs& runs, const OperationAmounts& units) {
  return std::any_of(runs.begin(), runs.end(), [&](std::uint32_t run) {
    for (std::size_t i = 0; i < kWarpOperations; ++i)
      if (flow.runs[run].amounts[i] > 0 && units[i] > 0) return true;
    return false;
  });
}

constexpr std::size_t kInstructionBytes = 16;
constexpr std::size_t kMaxCallDepth = 8;
constexpr std::size_t kMaxRuns = 20000;
constexpr std::uint32_t kEnd = UINT32_MAX;  // placeholder until the number of runs is known

[[noreturn]] void refuse_code(const std::string& what) {
  throw Error(what, "count the instructions of this kernel on a GPU");
}

bool is_any(const OperationAmounts& amounts) { return amounts != OperationAmounts{}; }

bool alike(const OperationAmounts& a, const OperationAmounts& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if ((a[i] > 0) != (b[i] > 0)) return false;
  return true;
}

class Builder {
 public:
  Builder(std::string_view code, int arch) {
    if (code.empty() || code.size() % kInstructionBytes != 0) refuse_code("the machine code is incomplete");
    for (std::size_t offset = 0; offset < code.size(); offset += kInstructionBytes)
      instructions_.push_back(decode(code, offset, arch));
    tell_jumps_from_calls();
    for (const Instruction& instruction : instructions_)
      if (jumps(instruction)) leaders_.insert(index_of(instruction.target));
  }

  ControlFlow build() {
    run_at({0, {}});
    while (!pending_.empty()) {
      const auto [place, run] = std::move(pending_.back());
      pending_.pop_back();
      fill(place, run);
    }
    for (CodeRun& run : flow_.runs)
      for (std::uint32_t& next : run.next)
        if (next == kEnd) next = static_cast<std::uint32_t>(flow_.runs.size());
    return std::move(flow_);
  }

 private:
  /// An instruction with its return addresses, innermost last.
  struct Position {
    std::size_t index = 0;
    std::vector<std::size_t> returns;
    bool operator<(const Position& other) const {
      return std::tie(index, returns) < std::tie(other.index, other.returns);
    }
  };

  /// A call returns to an address that was put in a register. ptxas leaves some loops by a call without one, which is a
  /// jump.
  void tell_jumps_from_calls() {
    std::set<std::size_t> constants;
    for (const Instruction& instruction : instructions_) constants.insert(instruction.constant);
    for (std::size_t i = 0; i < instructions_.size(); ++i)
      if (instructions_[i].flow == Instruction::Flow::call && !constants.contains((i + 1) * kInstructionBytes))
        instructions_[i].flow = Instruction::Flow::branch;
  }

  static bool jumps(const Instruction& instruction) {
    return instruction.flow == Instruction::Flow::branch || instruction.flow == Instruction::Flow::call;
  }

  std::size_t index_of(std::int64_t offset) const {
    const auto end = static_cast<std::int64_t>(instructions_.size() * kInstructionBytes);
    if (offset < 0 || offset >= end || offset % static_cast<std::int64_t>(kInstructionBytes) != 0)
      refuse_code("the machine code jumps out of the kernel");
    return static_cast<std::size_t>(offset) / kInstructionBytes;
  }

  std::uint32_t run_at(const Position& place) {
    if (place.index >= instructions_.size()) refuse_code("the machine code has no end");
    const auto [found, is_new] = run_of_.emplace(place, static_cast<std::uint32_t>(flow_.runs.size()));
    if (is_new) {
      if (flow_.runs.size() >= kMaxRuns) refuse_code("the machine code calls too many functions");
      flow_.runs.emplace_back();
      pending_.emplace_back(place, found->second);
    }
    return found->second;
  }

  static bool parts(const CodeRun& run, const Instruction& instruction) {
    if (!is_any(instruction.amounts)) return false;
    if (!is_any(run.amounts)) return run.instructions > 0 && instruction.conditional;
    return run.optional || instruction.conditional || !alike(run.amounts, instruction.amounts);
  }

  void fill(Position place, std::uint32_t number) {
    CodeRun run;
    for (;; ++place.index) {
      if (place.index >= instructions_.size()) refuse_code("the machine code has no end");
      const Instruction& instruction = instructions_[place.index];
      if (run.instructions > 0 && (leaders_.contains(place.index) || parts(run, instruction))) {
        run.next.push_back(run_at(place));
        break;
      }
      ++run.instructions;
      for (std::size_t i = 0; i < kWarpOperations; ++i) run.amounts[i] += instruction.amounts[i];
      if (is_any(instruction.amounts)) run.optional = instruction.conditional;
      if (instruction.flow == Instruction::Flow::next) continue;
      run.next.push_back(follow(place, instruction));
      if (instruction.conditional) run.next.push_back(run_at({place.index + 1, place.returns}));
      break;
    }
    flow_.runs[number] = std::move(run);
  }

  std::uint32_t follow(const Position& place, const Instruction& instruction) {
    Position to{0, place.returns};
    switch (instruction.flow) {
      case Instruction::Flow::branch:
        to.index = index_of(instruction.target);
        return run_at(to);
      case Instruction::Flow::call:
        if (to.returns.size() >= kMaxCallDepth) refuse_code("functions call each other too deeply");
        to.returns.push_back(place.index + 1);
        to.index = index_of(instruction.target);
        return run_at(to);
      case Instruction::Flow::back:
        if (to.returns.empty()) refuse_code("the machine code returns without a call");
        to.index = to.returns.back();
        to.returns.pop_back();
        return run_at(to);
      case Instruction::Flow::exit:
        return kEnd;
      default:
        refuse_code(fmt::format("the machine code has an indirect jump: {}", instruction.name));
    }
  }

  std::vector<Instruction> instructions_;
  std::set<std::size_t> leaders_;
  std::map<Position, std::uint32_t> run_of_;
  std::vector<std::pair<Position, std::uint32_t>> pending_;
  ControlFlow flow_;
};

}  // namespace

ControlFlow control_flow(std::string_view code, int arch) { return Builder(code, arch).build(); }

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
