#include "backend_host/block_order.h"

#include <algorithm>
#include <optional>

namespace warpledger {
namespace {

using Nodes = std::vector<std::uint32_t>;

/// Tarjan's algorithm over a part of the graph: its strongly connected components, each after those that lead to it.
class Components {
 public:
  Components(const std::vector<Nodes>& successors, const Nodes& part) : successors_(successors) {
    state_.resize(successors.size());
    for (const std::uint32_t node : part) state_[node].in_part = true;
    for (const std::uint32_t node : part)
      if (!state_[node].number) visit(node);
    std::reverse(found_.begin(), found_.end());
  }

  const std::vector<Nodes>& in_order() const { return found_; }

 private:
  struct State {
    bool in_part = false;
    bool on_path = false;
    std::optional<std::uint32_t> number;  ///< of the first visit
    std::uint32_t lowest = 0;             ///< that it leads back to
  };

  void visit(std::uint32_t node) {
    state_[node].number = state_[node].lowest = count_++;
    state_[node].on_path = true;
    path_.push_back(node);
    for (const std::uint32_t next : successors_[node]) {
      if (!state_[next].in_part) continue;
      if (!state_[next].number) {
        visit(next);
        state_[node].lowest = std::min(state_[node].lowest, state_[next].lowest);
      } else if (state_[next].on_path) {
        state_[node].lowest = std::min(state_[node].lowest, *state_[next].number);
      }
    }
    if (state_[node].lowest != *state_[node].number) return;
    const auto begin = std::find(path_.begin(), path_.end(), node);
    for (auto i = begin; i != path_.end(); ++i) state_[*i].on_path = false;
    found_.emplace_back(begin, path_.end());
    path_.erase(begin, path_.end());
  }

  const std::vector<Nodes>& successors_;
  std::vector<State> state_;
  Nodes path_;
  std::uint32_t count_ = 0;
  std::vector<Nodes> found_;  ///< nodes of each by first visit, so that a loop's entry is its first
};

void append_in_order(const std::vector<Nodes>& successors, const Nodes& part, Nodes& order) {
  const Components components(successors, part);
  for (const Nodes& component : components.in_order()) {
    // Without its entry a loop falls apart into what happens in one pass.
    order.push_back(component.front());
    if (component.size() > 1) append_in_order(successors, {component.begin() + 1, component.end()}, order);
  }
}

}  // namespace

std::vector<std::uint32_t> loop_contiguous_order(const std::vector<std::vector<std::uint32_t>>& successors) {
  Nodes all(successors.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  Nodes order;
  order.reserve(all.size());
  append_in_order(successors, all, order);
  return order;
}

}  // namespace warpledger
