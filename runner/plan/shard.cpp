#include "plan/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <queue>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "plan/problems.h"

namespace warpledger {
namespace {

constexpr std::int64_t kMostShards = 100'000;

struct Piece {
  std::vector<std::int64_t> ordinals;
  std::int64_t cost_us = 0;
};

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && stop == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

void add(Piece& piece, std::int64_t ordinal, std::int64_t cost_us) {
  piece.ordinals.push_back(ordinal);
  piece.cost_us += cost_us;
}

std::vector<Piece> problem_pieces(const Plan& plan) {
  std::vector<Piece> pieces;
  for (const std::vector<std::int64_t>& ordinals : points_by_problem(plan)) {
    Piece& piece = pieces.emplace_back();
    for (const std::int64_t ordinal : ordinals) add(piece, ordinal, plan.cost_us(ordinal));
  }
  return pieces;
}

/// Splits pieces that cost more than `most_us`, down to single points.
std::vector<Piece> cut(const Plan& plan, const std::vector<Piece>& shapes, std::int64_t most_us) {
  std::vector<Piece> pieces;
  for (const Piece& shape : shapes) {
    if (shape.cost_us <= most_us) {
      pieces.push_back(shape);
      continue;
    }
    pieces.emplace_back();
    for (const std::int64_t ordinal : shape.ordinals) {
      const std::int64_t cost_us = plan.cost_us(ordinal);
      if (!pieces.back().ordinals.empty() && pieces.back().cost_us + cost_us > most_us) pieces.emplace_back();
      add(pieces.back(), ordinal, cost_us);
    }
  }
  return pieces;
}

/// Gives each piece, by descending cost, to the cheapest shard: at most 4/3 of the optimum (Graham, "Bounds on
/// Multiprocessing Timing Anomalies", 1969).
std::vector<Piece> deal(std::vector<Piece> pieces, std::int64_t count) {
  std::ranges::stable_sort(pieces, std::greater<>(), &Piece::cost_us);
  std::vector<Piece> shards(static_cast<std::size_t>(count));
  using Load = std::pair<std::int64_t, std::size_t>;  // cost so far, index of the shard
  std::priority_queue<Load, std::vector<Load>, std::greater<>> least;
  for (std::size_t i = 0; i < shards.size(); ++i) least.emplace(0, i);
  for (const Piece& piece : pieces) {
    const std::size_t to = least.top().second;
    least.pop();
    for (const std::int64_t ordinal : piece.ordinals) shards[to].ordinals.push_back(ordinal);
    shards[to].cost_us += piece.cost_us;
    least.emplace(shards[to].cost_us, to);
  }
  return shards;
}

}  // namespace

Shard parse_shard(const std::string& text, const std::string& option) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto index = whole_number(std::string_view(text).substr(0, slash));
  const auto count = whole_number(std::string_view(text).substr(std::min(slash + 1, text.size())));
  if (!index || !count)
    throw Error(fmt::format("{}: '{}' is no shard", option, printable(text)), "write the second of eight as 2/8");
  if (*count < 1 || *count > kMostShards)
    throw Error(fmt::format("{}: a plan cannot be split into {} shards", option, *count),
                fmt::format("write 1 to {}", kMostShards));
  if (*index < 1 || *index > *count)
    throw Error(fmt::format("{}: there is no shard {} of {}", option, *index, *count),
                fmt::format("write 1/{0} to {0}/{0}", *count));
  return {*index, *count};
}

std::string text_of(const Shard& shard) { return fmt::format("{}/{}", shard.index, shard.count); }

std::vector<std::vector<std::int64_t>> split_plan(const Plan& plan, std::int64_t count) {
  const std::vector<Piece> shapes = problem_pieces(plan);
  std::int64_t total_us = 0;
  for (const Piece& shape : shapes) total_us += shape.cost_us;
  const std::int64_t fair_us = total_us / count;
  std::vector<Piece> shards;
  // Halve the maximum piece until the shards are balanced or all pieces are single points.
  for (std::int64_t most_us = total_us;; most_us = most_us > fair_us ? fair_us : most_us / 2) {
    std::vector<Piece> pieces = cut(plan, shapes, most_us);
    const bool is_cut = pieces.size() == static_cast<std::size_t>(plan.size());
    shards = deal(std::move(pieces), count);
    if (is_cut || std::ranges::max_element(shards, {}, &Piece::cost_us)->cost_us <= fair_us + fair_us / 4) break;
  }
  std::vector<std::vector<std::int64_t>> ordinals;
  for (Piece& shard : shards) {
    std::ranges::sort(shard.ordinals);
    ordinals.push_back(std::move(shard.ordinals));
  }
  return ordinals;
}

std::vector<std::int64_t> ordinals_of(const Plan& plan, const Shard& shard) {
  return split_plan(plan, shard.count).at(static_cast<std::size_t>(shard.index - 1));
}

}  // namespace warpledger
