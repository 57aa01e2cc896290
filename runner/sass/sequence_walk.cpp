#include "sass/sequence_walk.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace warpledger {
namespace {

constexpr std::size_t kMaxBody = 160;    // items of a loop body
constexpr std::size_t kMaxItems = 8192;  // items of a sequence

constexpr std::uint64_t kSmallAccesses = 64;  // the compiler may reorder smaller loop bodies
constexpr std::size_t kMaxWalkTurns = 60;     // of a large loop, before extrapolation
constexpr std::size_t kMaxPeriod = 4;         // maximum unrolling of a large loop

/// Divides by `units`; 0 for a unit of 0.
OperationAmounts in_units(const OperationAmounts& amounts, const FittedUnits& units) {
  OperationAmounts scaled{};
  for (std::size_t i = 0; i < kWarpOperations; ++i)
    if (units[i] > 0) scaled[i] = amounts[i] / units[i];
  return scaled;
}

ControlFlow in_units(ControlFlow flow, const FittedUnits& units) {
  for (CodeRun& run : flow.runs) run.amounts = in_units(run.amounts, units);
  return flow;
}

/// Modulo 2^64.
Frontier shifted(Frontier frontier, std::uint64_t instructions) {
  for (std::uint64_t& cost : frontier)
    if (cost != kUnreachable) cost += instructions;
  return frontier;
}

}  // namespace

std::uint32_t SequenceTable::access(WarpOperation operation, std::uint32_t amount, std::uint64_t site) {
  const auto next = static_cast<std::uint32_t>(words_.size());
  const auto [found, is_new] = accesses_.emplace(std::tuple(operation, amount, site), next);
  if (is_new) {
    Word word;
    word.amounts[static_cast<std::size_t>(operation)] = amount;
    word.accesses = 1;
    words_.push_back(std::move(word));
  }
  return found->second;
}

std::uint32_t SequenceTable::loop(const std::vector<Repeated>& body) {
  const auto [found, is_new] = loops_.emplace(body, static_cast<std::uint32_t>(words_.size()));
  if (is_new) {
    Word word;
    word.body = body;
    for (const Repeated& item : body) word.accesses += item.count * words_[item.symbol].accesses;
    words_.push_back(std::move(word));
  }
  return found->second;
}

void AccessSequence::add(WarpOperation operation, std::uint32_t amount, std::uint64_t site) {
  if (!whole_) return;
  items_.push_back({table_->access(operation, amount, site), 1});
  while (fold()) continue;
  whole_ = items_.size() <= kMaxItems;
}

bool AccessSequence::fold() {
  const std::size_t size = items_.size();
  if (size >= 2 && items_[size - 2].symbol == items_[size - 1].symbol) {
    items_[size - 2].count += items_[size - 1].count;
    items_.pop_back();
    return true;
  }
  const auto end = items_.end();
  for (std::size_t length = 2; length <= kMaxBody && length < size; ++length) {
    // Another turn of the loop before the last `length` items.
    const auto tail = end - static_cast<std::ptrdiff_t>(length);
    const std::vector<Repeated>& body = table_->word((tail - 1)->symbol).body;
    if (body.size() == length && std::equal(body.begin(), body.end(), tail)) {
      ++(tail - 1)->count;
      items_.erase(tail, end);
      return true;
    }
    if (2 * length > size || items_[size - 1 - length] != items_.back()) continue;
    const auto first = tail - static_cast<std::ptrdiff_t>(length);
    if (!std::equal(first, tail, tail)) continue;
    *first = {table_->loop({tail, end}), 2};
    items_.erase(first + 1, end);
    return true;
  }
  return false;
}

SequenceWalk::SequenceWalk(const ControlFlow& flow, const SequenceTable& table, const FittedUnits& units,
                           LoopOrder order)
    : table_(table), units_(units), flow_(in_units(flow, units)), order_(order), walk_(flow_) {}

std::optional<std::uint64_t> SequenceWalk::instructions(const std::vector<Repeated>& items) {
  const auto frontier = perform(walk_.entry(), items);
  if (!frontier || frontier->back() == kUnreachable) return std::nullopt;
  return frontier->back();
}

/// True if a walk may combine this access or loop turn with others. If loop order is kept, turns with inner loops are
/// excluded: otherwise a walk could do all inner turns in one outer turn.
bool SequenceWalk::is_step(const SequenceTable::Word& word) const {
  const bool has_loops = std::any_of(word.body.begin(), word.body.end(), [](const Repeated& r) { return r.count > 1; });
  return word.accesses <= kSmallAccesses && !(order_ == LoopOrder::kept && has_loops);
}

WalkStep SequenceWalk::step_of(std::uint32_t symbol) const {
  const SequenceTable::Word& word = table_.word(symbol);
  if (word.body.empty()) {
    const OperationAmounts amounts = in_units(word.amounts, units_);
    return {amounts, amounts == OperationAmounts{} ? 0U : 1U};
  }
  WalkStep total{{}, 0};
  for (const Repeated& item : word.body) {
    const WalkStep step = step_of(item.symbol);
    total.accesses += item.count * step.accesses;
    for (std::size_t i = 0; i < kWarpOperations; ++i)
      total.amounts[i] += static_cast<std::uint32_t>(item.count) * step.amounts[i];
  }
  return total;
}

std::optional<Frontier> SequenceWalk::perform(Frontier frontier, const std::vector<Repeated>& items) {
  std::vector<WalkStep> steps;
  const auto catch_up = [&] {
    frontier = walk_.perform(frontier, steps);
    steps.clear();
  };
  for (const Repeated& item : items) {
    const SequenceTable::Word& word = table_.word(item.symbol);
    const bool apart = order_ == LoopOrder::kept && item.count > 1;
    if (apart) catch_up();
    if (is_step(word) && item.count * word.accesses <= kSmallAccesses) {
      const WalkStep step = step_of(item.symbol);
      if (step.accesses > 0) steps.insert(steps.end(), item.count, step);
      if (apart) catch_up();
      continue;
    }
    catch_up();
    auto behind = repeat(frontier, item);
    if (!behind) return std::nullopt;
    frontier = *std::move(behind);
  }
  catch_up();
  return frontier;
}

/// Performs `item`. Loops are often entered from similar frontiers, so results are cached with the minimum cost of
/// `from` subtracted.
std::optional<Frontier> SequenceWalk::repeat(const Frontier& from, const Repeated& item) {
  if (is_stuck(from)) return from;
  const std::uint64_t least = *std::min_element(from.begin(), from.end());
  const std::pair key(item, shifted(from, 0 - least));
  auto known = known_.find(key);
  if (known == known_.end()) known = known_.emplace(key, walk_turns(key.second, item)).first;
  if (!known->second) return std::nullopt;
  return shifted(*known->second, least);
}

std::optional<Frontier> SequenceWalk::walk_turns(const Frontier& from, const Repeated& item) {
  const SequenceTable::Word& word = table_.word(item.symbol);
  if (is_step(word)) {
    const WalkStep step = step_of(item.symbol);
    return step.accesses > 0 ? walk_.repeat(from, step, item.count) : from;
  }
  std::vector<Frontier> turns = {from};
  while (turns.size() <= kMaxWalkTurns) {
    auto next = perform(turns.back(), word.body);
    if (!next || is_stuck(*next)) return next;
    turns.push_back(*std::move(next));
    if (turns.size() == item.count + 1) return turns.back();
    if (auto found = extrapolate(turns, 2, kMaxPeriod, item.count)) return found;
  }
  return std::nullopt;
}

}  // namespace warpledger
