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

/// Chooses the next point to measure, to find the fastest with few measurements. Deterministic on every machine: the
/// same seed and times give the same points.
class Strategy {
 public:
  virtual ~Strategy() = default;

  /// A point not asked or told before; nothing if there is none.
  virtual std::optional<std::size_t> ask() = 0;

  /// Time of a point; absent if it failed or is incorrect. Also accepts points that were not asked for, e.g. from
  /// before a resume.
  virtual void tell(std::size_t point, std::optional<double> time) = 0;
};

enum class StrategyKind {
  random,  ///< every point is equally likely
  local,   ///< hill climbing with restarts
};

inline constexpr std::array<std::string_view, 2> kStrategyNames = {"random", "local"};

constexpr std::string_view name_of(StrategyKind kind) { return kStrategyNames.at(static_cast<std::size_t>(kind)); }

/// The strategy with that name, if any.
std::optional<StrategyKind> strategy_named(std::string_view name);

/// `space` must outlive the strategy.
std::unique_ptr<Strategy> make_strategy(StrategyKind kind, const SearchSpace& space, std::uint64_t seed);

/// Random engine of strategies. The standard defines the numbers of std::mt19937_64, but not those of distributions and
/// std::shuffle.
using RandomEngine = std::mt19937_64;

/// Random permutation of 0 to size - 1.
std::vector<std::size_t> random_order(std::size_t size, RandomEngine& random);

void shuffle(std::vector<std::size_t>& items, RandomEngine& random);

}  // namespace warpledger
