#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "backend_host/shim/abi.h"

namespace warpledger {

/// Pending warp operations of one block: waiting lanes and their values. Bit i of a mask is lane i.
class WarpExchanges {
 public:
  struct Operation : shim::Exchange {
    std::uint32_t mask;
    std::uint32_t readers;  ///< lanes that have arrived and not left
  };

  void reset();

  /// Adds `bits` of `lane` to the operation of its warp with that `mask`; opens it if needed.
  Operation& arrive(std::uint32_t warp, std::uint32_t lane, std::uint32_t mask, std::uint64_t bits);

  /// Closes the operations of `warp` that have all lanes of `live`. Returns the lanes of all of them. As on hardware,
  /// exited lanes are not awaited.
  std::uint32_t close_complete(std::uint32_t warp, std::uint32_t live);

  /// A lane has read its result; after the last one `operation` is reused.
  void leave(shim::Exchange* operation);

 private:
  std::array<std::vector<Operation*>, 32> open_;  ///< by warp; a block has at most 32
  std::vector<Operation*> unused_;
  std::vector<std::unique_ptr<Operation>> all_;
};

}  // namespace warpledger
