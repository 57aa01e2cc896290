#include "l1_model/recency_list.h"

namespace warpledger {

RecencyLists::RecencyLists(std::uint32_t lists, std::uint32_t slots_each)
    : slots_(lists * slots_each), nodes_(std::size_t{slots_} + lists) {
  for (std::uint32_t list = 0; list < lists; ++list) {
    nodes_[head(list)] = {head(list), head(list)};
    for (std::uint32_t i = 0; i < slots_each; ++i) link_behind(nodes_[head(list)].newer, list * slots_each + i);
  }
}

}  // namespace warpledger
