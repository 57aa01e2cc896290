#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "backend_host/shim/abi.h"

namespace warpledger {

/// The warp operations under way in one block: who waits for whom, and what they brought. Pure bookkeeping; masks
/// have bit i set for lane i.
class WarpExchanges {
 public:
  struct Operation : shim::Exchange {
    std::uint32_t mask;     ///< the lanes that the operation names
    std::uint32_t readers;  ///< lanes that have arrived and not yet left
  };

  /// Forgets everything: a new block.
  void reset();

  /// `lane` brings `bits` to the operation of its warp that names `mask`, which is opened when there is none.
  Operation& arrive(std::uint32_t warp, std::uint32_t lane, std::uint32_t mask, std::uint64_t bits);

  /// Closes the operations of `warp` for which no lane of `live` is missing. Gives the lanes that took part, over all
  /// of them. Exited lanes are not waited for, as on the hardware.
  std::uint32_t close_complete(std::uint32_t warp, std::uint32_t live);

  /// A lane has read what it wanted; `operation` is reused after the last one.
  void leave(shim::Exchange* operation);

 private:
  std::array<std::vector<Operation*>, 32> open_;  ///< by warp; a block has at most 32
  std::vector<Operation*> unused_;
  std::vector<std::unique_ptr<Operation>> all_;
};

}  // namespace warpledger
