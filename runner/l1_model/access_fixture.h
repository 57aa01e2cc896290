#pragma once

#include <cstdint>

#include "l1_model/pattern_table.h"

namespace warpledger {

inline WarpAccess strided(std::uint64_t first_address, std::int64_t stride, std::uint32_t bytes,
                          AccessKind kind = AccessKind::load, Space space = Space::global) {
  WarpAccess access{.address = {}, .active = 0xffffffff, .bytes = bytes, .space = space, .kind = kind};
  for (std::uint64_t lane = 0; lane < 32; ++lane) access.address[lane] = first_address + lane * stride;
  return access;
}

}  // namespace warpledger
