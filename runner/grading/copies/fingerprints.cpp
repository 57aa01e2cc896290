#include "grading/copies/fingerprints.h"

#include <algorithm>

namespace warpledger {
namespace {

/// SplitMix64's finaliser (Steele, Lea and Flood, OOPSLA 2014), so that the minimum of a window is random.
std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31);
}

constexpr std::uint64_t kBase = 0x9e3779b97f4a7c15U;  // odd

}  // namespace

std::vector<std::uint64_t> gram_hashes(const std::vector<CodeToken>& tokens, std::size_t gram) {
  std::vector<std::uint64_t> hashes;
  if (gram == 0 || tokens.size() < gram) return hashes;
  std::uint64_t leaving = 1;  // weight of the token that leaves the window
  for (std::size_t i = 0; i < gram; ++i) leaving *= kBase;
  std::uint64_t rolling = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    rolling = rolling * kBase + mixed(tokens[i].kind);
    if (i >= gram) rolling -= leaving * mixed(tokens[i - gram].kind);
    if (i + 1 >= gram) hashes.push_back(mixed(rolling));
  }
  return hashes;
}

std::vector<CodePrint> winnowed(const std::vector<std::uint64_t>& hashes, std::size_t window) {
  std::vector<CodePrint> chosen;
  const std::size_t width = std::min(std::max<std::size_t>(window, 1), hashes.size());
  for (std::size_t end = width; end <= hashes.size() && width > 0; ++end) {
    const std::size_t begin = end - width;
    const bool stays = !chosen.empty() && chosen.back().position >= begin;
    // Windows are short: rescanning one costs less than a queue.
    std::size_t least = stays ? chosen.back().position : begin;
    for (std::size_t i = stays ? end - 1 : begin; i < end; ++i)
      if (hashes[i] < hashes[least] || (!stays && hashes[i] == hashes[least])) least = i;
    if (!stays || least != chosen.back().position) chosen.push_back({hashes[least], static_cast<std::uint32_t>(least)});
  }
  return chosen;
}

}  // namespace warpledger
