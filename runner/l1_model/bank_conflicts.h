#pragma once

#include <cstdint>

#include "l1_model/pattern_table.h"

namespace warpledger {

/// Data-bank cycles that the access takes. Groups of lanes are served one after the other (all 32 for up to 4 bytes a
/// lane, 16 for 8 bytes, 8 for 16 bytes), each in as many cycles as the most distinct words that one bank holds. There
/// are 32 banks of 4-byte words, address bits 6:2; lanes that share a word do not conflict.
std::uint32_t wavefronts(const WarpAccess& access);

/// The cycles of the same access without conflicts: one for each group of lanes that has an active one.
std::uint32_t least_wavefronts(const WarpAccess& access);

}  // namespace warpledger
