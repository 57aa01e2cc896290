#pragma once

#include <cstdint>
#include <vector>

namespace warpledger {

/// Slots in the order of their last use. Several lists share one array: each slot is in one list for good, and each
/// list is a ring through a head that is no slot.
class RecencyLists {
 public:
  /// `lists` lists of `slots_each` slots: list i holds slots i * slots_each and on, oldest last.
  RecencyLists(std::uint32_t lists, std::uint32_t slots_each);

  void make_newest(std::uint32_t list, std::uint32_t slot) {
    unlink(slot);
    link_behind(head(list), slot);
  }
  std::uint32_t newest(std::uint32_t list) const { return nodes_[head(list)].older; }
  std::uint32_t oldest(std::uint32_t list) const { return nodes_[head(list)].newer; }

  /// The slot used next after this one, which is not the newest.
  std::uint32_t newer(std::uint32_t slot) const { return nodes_[slot].newer; }

 private:
  struct Node {
    std::uint32_t newer = 0;
    std::uint32_t older = 0;
  };

  std::uint32_t head(std::uint32_t list) const { return slots_ + list; }

  void unlink(std::uint32_t slot) {
    nodes_[nodes_[slot].newer].older = nodes_[slot].older;
    nodes_[nodes_[slot].older].newer = nodes_[slot].newer;
  }

  /// Makes `slot` the next older one of `place`.
  void link_behind(std::uint32_t place, std::uint32_t slot) {
    nodes_[slot] = {place, nodes_[place].older};
    nodes_[nodes_[place].older].newer = slot;
    nodes_[place].older = slot;
  }

  std::uint32_t slots_;
  std::vector<Node> nodes_;  ///< the slots, then the heads
};

}  // namespace warpledger
