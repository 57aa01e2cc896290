#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpledger {

/// The points among which one is sought, by the values of their axes: places on a lattice of which filters have left
/// some out. A point is called by its index, from 0.
class SearchSpace {
 public:
  /// In a column: the point has no such axis, as a kernel without the template arguments of another one.
  static constexpr std::uint32_t kNone = 0;

  /// For each axis, which of its values each point has, or kNone: columns of one length, the number of points. No two
  /// points agree in all of them.
  explicit SearchSpace(std::vector<std::vector<std::uint32_t>> columns);

  std::size_t size() const { return codes_.size(); }

  /// The points that differ from `point` in the value of one axis, axis by axis in the order of their values; then
  /// those that have other axes and differ in one at most of the axes that both have.
  std::vector<std::size_t> neighbours(std::size_t point) const;

 private:
  struct Digit {
    std::uint64_t weight = 1;
    std::uint64_t values = 1;
  };
  std::optional<std::size_t> find(std::uint64_t code) const;
  /// Whether they have other axes, and differ in one at most of those that both have.
  bool differ_by_their_axes(std::size_t point, std::size_t other) const;

  std::vector<std::vector<std::uint32_t>> columns_;  ///< by axis, then by point
  bool axes_differ_ = false;                         ///< from one point to another
  std::vector<Digit> digits_;                        ///< one per axis: a code is a number of these digits
  std::vector<std::uint64_t> codes_;                 ///< by point
  std::vector<std::uint32_t> sorted_;                ///< points by their codes
};

}  // namespace warpledger
