#include "calibrate/calibration.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpledger {
namespace {

/// A round that lessens the error by a smaller share than this is the last one.
constexpr double kWorthwhileShare = 0.01;

std::int64_t above(const Tunable& tunable, std::int64_t value) {
  const std::int64_t scaled = std::llround(static_cast<double>(value) * tunable.factor);
  return std::min(std::max(scaled, value + 1), tunable.most);
}

std::int64_t below(const Tunable& tunable, std::int64_t value) {
  const std::int64_t scaled = std::llround(static_cast<double>(value) / tunable.factor);
  return std::max(std::min(scaled, value - 1), tunable.least);
}

using Step = std::int64_t (*)(const Tunable& tunable, std::int64_t value);

class Descent {
 public:
  Descent(const Setting& start, std::size_t most_candidates, const SettingError& error)
      : most_candidates_(most_candidates), error_(error) {
    best_ = {start, error_of(start), 0};
  }

  void improve(const Tunable& tunable) {
    if (!walk(tunable, above)) walk(tunable, below);
  }

  double error() const { return best_.error; }
  bool exhausted() const { return known_.size() >= most_candidates_; }
  Calibration result() const { return {best_.setting, best_.error, known_.size()}; }

 private:
  double error_of(const Setting& setting) {
    const auto known = known_.find(setting);
    if (known != known_.end()) return known->second;
    return known_[setting] = error_(setting);
  }

  /// Whether a step in that direction made the error less.
  bool walk(const Tunable& tunable, Step step) {
    bool moved = false;
    while (!exhausted()) {
      Setting next = best_.setting;
      std::int64_t& value = next.at(tunable.name);
      value = step(tunable, value);
      const double error = error_of(next);
      if (error >= best_.error) break;
      best_.setting = std::move(next);
      best_.error = error;
      moved = true;
    }
    return moved;
  }

  std::size_t most_candidates_;
  const SettingError& error_;
  std::map<Setting, double> known_;
  Calibration best_;
};

}  // namespace

Calibration descend(const Setting& start, const std::vector<Tunable>& tunables, std::size_t most_candidates,
                    const SettingError& error) {
  Descent descent(start, most_candidates, error);
  double before = 0;
  do {
    before = descent.error();
    for (const Tunable& tunable : tunables) descent.improve(tunable);
  } while (!descent.exhausted() && before - descent.error() > kWorthwhileShare * before);
  return descent.result();
}

}  // namespace warpledger
