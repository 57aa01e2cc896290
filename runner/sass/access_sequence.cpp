#include "sass/access_sequence.h"

#include <algorithm>
#include <cstddef>

namespace warpledger {
namespace {

constexpr std::size_t kMaxBody = 160;    // items of a loop body that is looked for
constexpr std::size_t kMaxItems = 8192;  // of a sequence that is kept

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

/// Writes the end of the sequence shorter, once; false when it cannot.
bool AccessSequence::fold() {
  const std::size_t size = items_.size();
  if (size >= 2 && items_[size - 2].symbol == items_[size - 1].symbol) {
    items_[size - 2].count += items_[size - 1].count;
    items_.pop_back();
    return true;
  }
  const auto end = items_.end();
  for (std::size_t length = 2; length <= kMaxBody && length < size; ++length) {
    // One more turn of the loop in front of the last `length` items.
    const auto tail = end - static_cast<std::ptrdiff_t>(length);
    const std::vector<Repeated>& body = table_->word((tail - 1)->symbol).body;
    if (body.size() == length && std::equal(body.begin(), body.end(), tail)) {
      ++(tail - 1)->count;
      items_.erase(tail, end);
      return true;
    }
    // The first two turns of a new loop.
    if (2 * length > size || items_[size - 1 - length] != items_.back()) continue;
    const auto first = tail - static_cast<std::ptrdiff_t>(length);
    if (!std::equal(first, tail, tail)) continue;
    *first = {table_->loop({tail, end}), 2};
    items_.erase(first + 1, end);
    return true;
  }
  return false;
}

}  // namespace warpledger
