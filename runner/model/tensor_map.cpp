#include "model/tensor_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace warpledger {
namespace {

// Limits of cuTensorMapEncodeTiled (CUDA Driver API).
constexpr std::size_t kMostDimensions = 5;
constexpr std::int64_t kMostSize = std::int64_t{1} << 32;
constexpr std::int64_t kMostStride = (std::int64_t{1} << 40) - 1;
constexpr std::int64_t kMostBox = 256;
constexpr std::int64_t kPiece = 16;  // in bytes: unit of addresses, strides and boxes

using Problem = std::optional<TensorMapProblem>;

bool is_one_of(std::int64_t value, std::initializer_list<std::int64_t> allowed) {
  return std::ranges::find(allowed, value) != allowed.end();
}

Problem problem_of_rank(const TensorMap& map) {
  if (map.sizes.empty() || map.sizes.size() > kMostDimensions)
    return {{fmt::format("a tensor map has 1 to 5 dimensions, not {}", map.sizes.size()), "join dimensions"}};
  if (map.box.size() != map.sizes.size())
    return {{fmt::format("{} sizes, but {} of the box", map.sizes.size(), map.box.size()),
             "give the box in each dimension, 1 where a copy takes one element"}};
  if (map.strides.size() != map.sizes.size() - 1)
    return {{fmt::format("{} sizes, but {} strides", map.sizes.size(), map.strides.size()),
             "give the stride of every dimension but the first, which has none; or leave out strides"}};
  return std::nullopt;
}

Problem problem_of_sizes(const TensorMap& map) {
  for (const std::int64_t size : map.sizes)
    if (size < 1 || size > kMostSize)
      return {{fmt::format("the size {} is not between 1 and 2^32", size), "correct the expression"}};
  for (const std::int64_t stride : map.strides)
    if (stride < 1 || stride > kMostStride || stride % kPiece != 0)
      return {{fmt::format("a stride of {} bytes is no multiple of 16 between 16 and 2^40", stride),
               "pad the rows of the buffer to whole 16 bytes"}};
  return std::nullopt;
}

Problem problem_of_box(const TensorMap& map) {
  for (const std::int64_t extent : map.box)
    if (extent < 1 || extent > kMostBox)
      return {{fmt::format("{} elements of the box are not between 1 and 256", extent),
               "copy a larger tile in several boxes"}};
  const auto bytes = static_cast<std::int64_t>(facts_of(map.type).bytes);
  const std::int64_t inner = map.box.front() * bytes;
  if (inner % kPiece != 0)
    return {{fmt::format("a row of the box, {} elements of {} B, is no multiple of 16 bytes", map.box.front(), bytes),
             "take more elements"}};
  if (!is_one_of(map.swizzle, {0, 32, 64, 128}))
    return {{fmt::format("the swizzle {} is none", map.swizzle), "allowed: 0 (none), 32, 64, 128 (bytes)"}};
  if (map.swizzle > 0 && inner > map.swizzle)
    return {{fmt::format("a row of the box has {} bytes, more than the swizzle's {}", inner, map.swizzle),
             "copy it in several boxes, each as wide as the swizzle"}};
  if (!is_one_of(map.l2_promotion, {0, 64, 128, 256}))
    return {{fmt::format("the L2 promotion {} is none", map.l2_promotion), "allowed: 0 (none), 64, 128, 256 (bytes)"}};
  return std::nullopt;
}

/// Subtracts step by step, because a sum of five products of 2^32 and 2^40 overflows.
Problem problem_of_place(const TensorMap& map, std::int64_t buffer_bytes) {
  const auto bytes = static_cast<std::int64_t>(facts_of(map.type).bytes);
  if (map.base.offset % kPiece != 0)
    return {{fmt::format("a tensor map {} bytes into its buffer: no multiple of 16", map.base.offset),
             "choose an offset of whole 16 bytes"}};
  std::int64_t left = buffer_bytes - map.base.offset;
  for (std::size_t i = 0; i < map.sizes.size(); ++i) {
    const std::int64_t stride = i == 0 ? bytes : map.strides[i - 1];
    const std::int64_t steps = map.sizes[i] - (i == 0 ? 0 : 1);
    if (left < 0 || steps > left / stride)
      return {{fmt::format("the tensor does not fit its buffer of {} bytes", buffer_bytes),
               "make the buffer larger, or a size smaller: what lies outside the sizes is read as 0"}};
    left -= steps * stride;
  }
  return std::nullopt;
}

}  // namespace

std::optional<TensorMapProblem> problem_of(const TensorMap& map, std::int64_t buffer_bytes) {
  if (Problem problem = problem_of_rank(map)) return problem;
  if (Problem problem = problem_of_sizes(map)) return problem;
  if (Problem problem = problem_of_box(map)) return problem;
  return problem_of_place(map, buffer_bytes);
}

}  // namespace warpledger
