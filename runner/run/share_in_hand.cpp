#include "run/share_in_hand.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warpledger {

void ShareInHand::add_up() {
  if (!cost_until_us_.empty()) return;
  cost_until_us_.push_back(0);
  std::map<std::vector<double>, std::size_t> last_of_shape;
  std::vector<std::vector<double>> shapes;
  for (std::size_t i = 0; i < ordinals_.size(); ++i) {
    cost_until_us_.push_back(cost_until_us_.back() + static_cast<double>(plan_.cost_us(ordinals_[i])));
    shapes.push_back(plan_.shape(ordinals_[i]));
    last_of_shape[shapes.back()] = i;
  }
  std::size_t last = 0;
  for (std::size_t i = 0; i < ordinals_.size(); ++i) {
    splits_no_shape_.push_back(i > 0 && last < i);
    last = std::max(last, last_of_shape[shapes[i]]);
  }
}

std::size_t ShareInHand::cut_behind(std::size_t done) const {
  const double left_us = cost_until_us_[size_] - cost_until_us_[done];
  const double half_us = cost_until_us_[done] + left_us / 2;
  const auto distance_us = [&](std::size_t place) { return std::abs(cost_until_us_[place] - half_us); };
  std::size_t nearest = done + 1, between_shapes = 0;
  for (std::size_t place = done + 1; place < size_; ++place) {
    if (distance_us(place) < distance_us(nearest)) nearest = place;
    if (splits_no_shape_[place] && (between_shapes == 0 || distance_us(place) < distance_us(between_shapes)))
      between_shapes = place;
  }
  return between_shapes > 0 && distance_us(between_shapes) <= left_us / 4 ? between_shapes : nearest;
}

std::optional<std::vector<std::int64_t>> ShareInHand::hand_over(std::size_t done, double elapsed_s) {
  if (done == 0 || size_ < done + 2) return std::nullopt;
  add_up();
  const double left_us = cost_until_us_[size_] - cost_until_us_[done];
  if (elapsed_s * left_us < kWorthHandingOver_s * cost_until_us_[done]) return std::nullopt;
  const std::size_t cut = cut_behind(done);
  const std::span<const std::int64_t> behind = std::span(ordinals_).subspan(cut, size_ - cut);
  size_ = cut;
  return std::vector<std::int64_t>(behind.begin(), behind.end());
}

}  // namespace warpledger
