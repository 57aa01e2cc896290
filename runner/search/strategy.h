#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

#include "search/search_space.h"

namespace warpledger {

/// Which point of a space to measure next, in order to find the fastest in few. It is asked for a point and told what
/// became of it. Deterministic: the same seed and the same answers give the same points, on every machine.
class Strategy {
 public:
  virtual ~Strategy() = default;

  /// A point that was neither asked nor told before; nothing when there is none.
  virtual std::optional<std::size_t> ask() = 0;

  /// The time of a point; absent where it has none or is not right. Also of a point that was not asked for: what a run
  /// had measured before it was resumed.
  virtual void tell(std::size_t point, std::optional<double> time) = 0;
};

enum class StrategyKind {
  random,  ///< every point is as likely to be next
  local,   ///< from neighbour to better neighbour, and again from elsewhere
};

inline constexpr std::array<std::string_view, 2> kStrategyNames = {"random", "local"};

constexpr std::string_view name_of(StrategyKind kind) { return kStrategyNames.at(static_cast<std::size_t>(kind)); }

/// The strategy of that name, or nothing.
std::optional<StrategyKind> strategy_named(std::string_view name);

/// `space` must outlive the strategy.
std::unique_ptr<Strategy> make_strategy(StrategyKind kind, const SearchSpace& space, std::uint64_t seed);

/// The engine that a strategy draws with. The numbers of std::mt19937_64 are the standard's; those of the standard's
/// distributions and of std::shuffle are each library's own.
using RandomEngine = std::mt19937_64;

/// 0 to size - 1 in an order that `random` draws.
std::vector<std::size_t> random_order(std::size_t size, RandomEngine& random);

/// Puts `items` in an order that `random` draws.
void shuffle(std::vector<std::size_t>& items, RandomEngine& random);

}  // namespace warpledger
