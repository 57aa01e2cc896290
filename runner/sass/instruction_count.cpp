#include "sass/instruction_count.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <numeric>

#include "base/error.h"
#include "sass/control_flow.h"

namespace warpledger {
namespace {

constexpr std::array<const char*, kWarpOperations> kNames = {"bytes of global loads",
                                                             "bytes of global stores",
                                                             "bytes of shared loads",
                                                             "bytes of shared stores",
                                                             "atomics",
                                                             "barriers",
                                                             "shuffles"};

void refine(FittedUnits& units, const OperationAmounts& amounts) {
  for (std::size_t i = 0; i < kWarpOperations; ++i) units[i] = std::gcd(units[i], amounts[i]);
}

void refine(FittedUnits& units, const SequenceTable& table, const std::vector<Repeated>& items) {
  for (const Repeated& item : items) {
    const SequenceTable::Word& word = table.word(item.symbol);
    refine(units, word.amounts);
    refine(units, table, word.body);
  }
}

FittedUnits only_global(const FittedUnits& units) {
  FittedUnits global{};
  for (const WarpOperation operation : {WarpOperation::global_load, WarpOperation::global_store})
    global[static_cast<std::size_t>(operation)] = units[static_cast<std::size_t>(operation)];
  return global;
}

using Totals = std::array<std::uint64_t, kWarpOperations>;

void add_totals(Totals& totals, const SequenceTable& table, const std::vector<Repeated>& items, std::uint64_t times) {
  for (const Repeated& item : items) {
    const SequenceTable::Word& word = table.word(item.symbol);
    for (std::size_t i = 0; i < kWarpOperations; ++i) totals[i] += times * item.count * word.amounts[i];
    add_totals(totals, table, word.body, times * item.count);
  }
}

Totals totals_of(const SequenceTable& table, const std::vector<Repeated>& items) {
  Totals totals{};
  add_totals(totals, table, items, 1);
  return totals;
}

/// Returns a lower bound: an access moves at most 16 bytes per lane. Shared stores do not count, because one
/// instruction may also load from global memory.
std::uint64_t fewest_instructions(const Totals& totals) {
  std::uint64_t fewest = 0;
  for (const WarpOperation operation :
       {WarpOperation::global_load, WarpOperation::global_store, WarpOperation::shared_load})
    fewest += totals[static_cast<std::size_t>(operation)] / 16;
  for (const WarpOperation operation : {WarpOperation::atomic, WarpOperation::barrier, WarpOperation::shuffle})
    fewest += totals[static_cast<std::size_t>(operation)];
  return fewest;
}

std::string in_words(const Totals& totals) {
  std::string text;
  for (std::size_t i = 0; i < kWarpOperations; ++i)
    if (totals[i] > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", totals[i], kNames[i]);
  return text.empty() ? "no accesses" : text;
}

}  // namespace

InstructionCounter::InstructionCounter(const KernelCode& kernel, int arch, const SequenceTable& table)
    : flow_(control_flow(kernel.code, arch)), nested_(has_nested_loops(flow_)), table_(table) {}

const InstructionCount& InstructionCounter::count(const AccessSequence& sequence) {
  static const InstructionCount kIrregular = {
      std::nullopt, "the warps' accesses do not repeat and are too many to follow through the machine code"};
  if (!sequence.is_whole()) return kIrregular;
  const auto known = known_.find(sequence.items());
  if (known != known_.end()) return known->second;
  InstructionCount& count = known_[sequence.items()];
  try {
    count = walk(sequence.items());
  } catch (const Error& error) {
    count.reason = error.problem();
  }
  return count;
}

InstructionCount InstructionCounter::walk(const std::vector<Repeated>& items) {
  FittedUnits all{};
  for (const CodeRun& run : flow_.runs) refine(all, run.amounts);
  refine(all, table_, items);
  const Totals totals = totals_of(table_, items);
  for (const FittedUnits& units : {all, only_global(all)}) {
    if (units != all && has_unfitted_loop(flow_, units)) break;
    for (const LoopOrder order : {LoopOrder::kept, LoopOrder::free}) {
      if (order == LoopOrder::kept && !nested_) continue;
      SequenceWalk& walk = walks_.try_emplace({units, order}, flow_, table_, units, order).first->second;
      const auto instructions = walk.instructions(items);
      if (instructions && *instructions >= fewest_instructions(totals)) return {instructions, "", units == all};
    }
  }
  return {std::nullopt,
          fmt::format("no path through the machine code matches what a lane did on the CPU: {}", in_words(totals))};
}

bool InstructionCounter::has_silent_loop() const { return warpledger::has_silent_loop(flow_); }

}  // namespace warpledger
