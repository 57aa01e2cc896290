// How well find_change_points() finds known steps, beside what can be found at all; prints Markdown for
// benchmarks/change-points.md.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "stats/change_points.h"

namespace {

using namespace warpledger;

constexpr std::size_t kLength = 100;
constexpr std::size_t kLeastDistance = 15;  // of steps from each other and from the ends
constexpr double kNoise = 0.05;
constexpr std::size_t kTolerance = 5;  // places between a true step and a find that counts

struct TrueStep {
  std::size_t index = 0;
  double size = 0;  ///< relative, without its sign
};

struct Series {
  std::vector<double> values;
  std::vector<TrueStep> steps;
};

/// One to three steps of 3 % to 20 %, log-uniform, up or down, or none.
Series make_series(std::mt19937_64& random, bool has_steps) {
  Series series;
  std::uniform_real_distribution<double> unit;
  const auto count = has_steps ? 1 + static_cast<std::size_t>(3 * unit(random)) : 0;
  while (series.steps.size() < count) {
    const std::size_t after = series.steps.empty() ? 0 : series.steps.back().index;
    const std::size_t left = kLength - kLeastDistance * (count - series.steps.size() + 1) - after;
    const auto index = after + kLeastDistance + static_cast<std::size_t>(unit(random) * static_cast<double>(left));
    series.steps.push_back({index, 0.03 * std::pow(0.20 / 0.03, unit(random))});
  }
  double level = 1000;
  std::size_t next = 0;
  std::normal_distribution<double> noise(1, kNoise);
  for (std::size_t i = 0; i < kLength; ++i) {
    if (next < series.steps.size() && i == series.steps[next].index)
      level *= unit(random) < 0.5 ? 1 + series.steps[next++].size : 1 / (1 + series.steps[next++].size);
    series.values.push_back(level * noise(random));
  }
  return series;
}

/// Sums of a series up to each place, of its values and of their squares.
struct Sums {
  explicit Sums(const std::vector<double>& values) : values_(values.size() + 1), squares_(values.size() + 1) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      values_[i + 1] = values_[i] + values[i];
      squares_[i + 1] = squares_[i] + values[i] * values[i];
    }
  }
  /// Squared distances of [first, end) from its mean.
  double cost(std::size_t first, std::size_t end) const {
    const double sum = values_[end] - values_[first];
    return squares_[end] - squares_[first] - sum * sum / static_cast<double>(end - first);
  }

 private:
  std::vector<double> values_, squares_;
};

/// Where least squares puts `count` steps, when it is told that there are so many: no method that has to find that out
/// can expect more.
std::vector<std::size_t> told_the_number(const std::vector<double>& values, std::size_t count) {
  const std::size_t shortest = ChangePointOptions().shortest_segment;
  const Sums sums(values);
  constexpr double kNever = std::numeric_limits<double>::infinity();
  std::vector<std::vector<double>> least(count + 1, std::vector<double>(kLength + 1, kNever));
  std::vector<std::vector<std::size_t>> last(count + 1, std::vector<std::size_t>(kLength + 1, 0));
  for (std::size_t end = shortest; end <= kLength; ++end) least[0][end] = sums.cost(0, end);
  for (std::size_t steps = 1; steps <= count; ++steps) {
    for (std::size_t end = shortest; end <= kLength; ++end) {
      for (std::size_t place = shortest; place + shortest <= end; ++place) {
        const double cost = least[steps - 1][place] + sums.cost(place, end);
        if (cost < least[steps][end]) least[steps][end] = cost, last[steps][end] = place;
      }
    }
  }
  std::vector<std::size_t> places;
  for (std::size_t steps = count, end = kLength; steps > 0; --steps) places.push_back(end = last[steps][end]);
  return places;
}

std::vector<std::size_t> found_by_method(const std::vector<double>& values) {
  std::vector<std::size_t> places;
  for (const ChangePoint& point : find_change_points(values, {})) places.push_back(point.index);
  return places;
}

/// Which true steps have a find near enough; each find is one step's at most.
std::vector<bool> found_steps(const Series& series, const std::vector<std::size_t>& finds) {
  std::vector<bool> found(series.steps.size(), false);
  for (const std::size_t find : finds) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::size_t step = series.steps[i].index;
      if (found[i] || (find > step ? find - step : step - find) > kTolerance) continue;
      found[i] = true;
      break;
    }
  }
  return found;
}

/// Steps of some sizes, and how many of them were found.
struct Range {
  double from = 0;
  double to = 0;
  std::size_t steps = 0;
  std::size_t found = 0;
  std::size_t found_when_told = 0;
};

std::string share(std::size_t part, std::size_t whole) {
  return fmt::format("{:.1f} % ({} of {})", 100.0 * static_cast<double>(part) / static_cast<double>(whole), part,
                     whole);
}

void bench(std::size_t count) {
  std::array<Range, 5> ranges = {{{0, 1}, {0.03, 0.05}, {0.05, 0.08}, {0.08, 0.13}, {0.13, 0.21}}};
  std::size_t finds = 0, alarms = 0;
  std::mt19937_64 random(20240229);
  for (std::size_t i = 0; i < count; ++i) {
    const Series series = make_series(random, true);
    const auto places = found_by_method(series.values);
    finds += places.size();
    const auto found = found_steps(series, places);
    const auto when_told = found_steps(series, told_the_number(series.values, series.steps.size()));
    for (std::size_t s = 0; s < series.steps.size(); ++s) {
      for (Range& range : ranges) {
        if (series.steps[s].size < range.from || series.steps[s].size >= range.to) continue;
        ++range.steps;
        range.found += found[s];
        range.found_when_told += when_told[s];
      }
    }
    if (!found_by_method(make_series(random, false).values).empty()) ++alarms;
  }
  fmt::print("| what | figure | told the number |\n| --- | ---: | ---: |\n");
  fmt::print("| precision: finds that are a step | {} | |\n", share(ranges[0].found, finds));
  for (const Range& range : ranges) {
    const std::string sizes = range.from == 0 ? ": steps that are found"
                                              : fmt::format(", steps of {:.0f} % to {:.0f} %", 100 * range.from,
                                                            std::min(20.0, 100 * range.to));
    fmt::print("| recall{} | {} | {} |\n", sizes, share(range.found, range.steps),
               share(range.found_when_told, range.steps));
  }
  fmt::print("| series without a step that get one | {} | |\n", share(alarms, count));
}

}  // namespace

int main(int argc, char** argv) {
  const int sets = argc > 1 ? std::atoi(argv[1]) : 1;
  bench(100 * static_cast<std::size_t>(std::max(sets, 1)));
  return 0;
}
