#include "stats/change_points.h"

#include <algorithm>
#include <cmath>

#include "model/samples.h"
#include "stats/step_test.h"

namespace warpledger {
namespace {

/// A find at `index`, with Bonferroni's bound of its probability.
struct Find {
  std::size_t index = 0;
  double probability = 1;
};

class Segmentation {
 public:
  Segmentation(std::span<const double> values, const ChangePointOptions& options)
      : values_(values), options_(options), shortest_(std::max<std::size_t>(options.shortest_segment, 1)) {
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    // A series may repeat one value exactly; a deviation of a third of the least change cannot hide one.
    noise_ = std::max(noise_between_neighbours(values), options.least_change / 3 * largest);
    for (std::size_t length = values.size(); length >= 2 * shortest_; length = length / 2) lengths_.push_back(length);
  }

  std::vector<ChangePoint> change_points() {
    if (lengths_.empty() || !(noise_ > 0)) return {};
    split(0, values_.size());
    std::sort(finds_.begin(), finds_.end(), [](const Find& a, const Find& b) { return a.index < b.index; });
    confirm();
    std::vector<ChangePoint> points;
    for (std::size_t i = 0; i < finds_.size(); ++i)
      points.push_back({finds_[i].index, level(start_of(i), finds_[i].index), level(finds_[i].index, end_of(i)),
                        1 - finds_[i].probability});
    return points;
  }

 private:
  /// The clearest step of [first, end); its probability is multiplied by how many intervals of its length fit the
  /// series, half overlapping, and by how many lengths there are.
  Find test(std::size_t first, std::size_t end) const {
    const std::size_t length = end - first;
    const Step step = clearest_step(values_.subspan(first, length), noise_, shortest_);
    const double places = 2 * std::ceil(static_cast<double>(values_.size()) / static_cast<double>(length)) - 1;
    return {first + step.index, std::min(1.0, step.probability * places * static_cast<double>(lengths_.size()))};
  }

  /// Finds all steps of [first, end).
  void split(std::size_t first, std::size_t end) {
    if (end - first < 2 * shortest_) return;
    Find best = test(first, end);
    for (const std::size_t length : lengths_) {
      if (length >= end - first) continue;
      const std::size_t count = (end - first - 1) / (length / 2);
      for (std::size_t i = 0; i <= count; ++i) {
        const std::size_t begin = std::min(first + i * (length / 2), end - length);
        const Find found = test(begin, begin + length);
        if (found.probability < best.probability) best = found;
      }
    }
    if (best.probability >= options_.false_alarms) return;
    finds_.push_back(best);
    split(first, best.index);
    split(best.index, end);
  }

  std::size_t start_of(std::size_t find) const { return find == 0 ? 0 : finds_[find - 1].index; }
  std::size_t end_of(std::size_t find) const {
    return find + 1 == finds_.size() ? values_.size() : finds_[find + 1].index;
  }
  double level(std::size_t first, std::size_t end) const { return median(values_.subspan(first, end - first)); }

  /// Whether enough values of [first, end) are nearer to its own level than to the other.
  bool holds(std::size_t first, std::size_t end, double own, double other) const {
    const auto values = values_.subspan(first, end - first);
    const auto count = std::count_if(values.begin(), values.end(),
                                     [&](double value) { return std::abs(value - own) < std::abs(value - other); });
    return static_cast<std::size_t>(count) >= shortest_;
  }

  /// Whether the step is large enough to matter, and lasts on both sides: a few spikes in a row do not.
  bool is_lasting(std::size_t find) const {
    const std::size_t first = start_of(find), middle = finds_[find].index, end = end_of(find);
    const double before = level(first, middle), after = level(middle, end);
    return std::abs(after - before) > options_.least_change * std::abs(before) && holds(first, middle, before, after) &&
           holds(middle, end, after, before);
  }

  /// Places and tests each find anew between its neighbours; drops the least clear one until all hold.
  void confirm() {
    while (!finds_.empty()) {
      for (std::size_t i = 0; i < finds_.size(); ++i) finds_[i] = test(start_of(i), end_of(i));
      for (std::size_t i = 0; i < finds_.size(); ++i)
        if (!is_lasting(i)) finds_[i].probability = 1;
      const auto worst = std::max_element(finds_.begin(), finds_.end(),
                                          [](const Find& a, const Find& b) { return a.probability < b.probability; });
      if (worst->probability < options_.false_alarms) return;
      finds_.erase(worst);
    }
  }

  std::span<const double> values_;
  ChangePointOptions options_;
  std::size_t shortest_;
  double noise_ = 0;
  std::vector<std::size_t> lengths_;  ///< of seeded intervals, from the longest
  std::vector<Find> finds_;
};

}  // namespace

std::vector<ChangePoint> find_change_points(std::span<const double> values, const ChangePointOptions& options) {
  return Segmentation(values, options).change_points();
}

}  // namespace warpledger
