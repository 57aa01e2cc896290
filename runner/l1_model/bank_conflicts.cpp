#include "l1_model/bank_conflicts.h"

#include <algorithm>
#include <array>

namespace warpledger {
namespace {

constexpr unsigned kBanks = 32;
constexpr unsigned kWordBytes = 4;

/// The most distinct words in one bank, of those that lanes `first` to `first + lanes - 1` access.
std::uint32_t most_in_a_bank(const WarpAccess& access, unsigned first, unsigned lanes) {
  // Of 16 bytes per lane, 8 lanes make 32 words; of any size, one more word per lane where the source does not align
  // them.
  std::array<std::array<std::uint64_t, std::size_t{2} * kBanks>, kBanks> words;
  std::array<std::uint32_t, kBanks> in_bank{};
  for (unsigned lane = first; lane < first + lanes; ++lane) {
    if (!(access.active >> lane & 1)) continue;
    const std::uint64_t last = (access.address[lane] + access.bytes - 1) / kWordBytes;
    for (std::uint64_t word = access.address[lane] / kWordBytes; word <= last; ++word) {
      auto& bank = words[word % kBanks];
      std::uint32_t& count = in_bank[word % kBanks];
      if (std::find(bank.begin(), bank.begin() + count, word) == bank.begin() + count) bank[count++] = word;
    }
  }
  return *std::max_element(in_bank.begin(), in_bank.end());
}

unsigned lanes_together(const WarpAccess& access) { return access.bytes == 16 ? 8 : access.bytes == 8 ? 16 : 32; }

}  // namespace

std::uint32_t wavefronts(const WarpAccess& access) {
  const unsigned lanes = lanes_together(access);
  std::uint32_t cycles = 0;
  for (unsigned first = 0; first < 32; first += lanes) cycles += most_in_a_bank(access, first, lanes);
  return cycles;
}

std::uint32_t least_wavefronts(const WarpAccess& access) {
  const unsigned lanes = lanes_together(access);
  const std::uint32_t group = lanes == 32 ? ~0U : (1U << lanes) - 1;
  std::uint32_t cycles = 0;
  for (unsigned first = 0; first < 32; first += lanes) cycles += (access.active >> first & group) != 0;
  return cycles;
}

}  // namespace warpledger
