// Compares find_change_points() on known steps with the best possible result; prints Markdown for
// benchmarks/change-points.md.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "stats/change_points.h"
#include "stats/noise_fixture.h"

namespace {

using namespace warpledger;

constexpr std::size_t kLength = 100;
constexpr std::size_t kLeastDistance = 15;  // between steps, and from the ends
constexpr double kNoise = 0.05;
constexpr std::size_t kTolerance = 5;  // between a true step and a matching find

struct TrueStep {
  std::size_t index = 0;
  double size = 0;
};

struct Series {
  std::vector<double> values;
  std::vector<TrueStep> steps;
};

/// Returns one to three steps of 3 % to 20 %, log-uniform.
std::vector<TrueStep> make_steps(std::mt19937_64& random) {
  std::vector<TrueStep> steps;
  std::uniform_real_distribution<double> unit;
  const auto count = 1 + static_cast<std::size_t>(3 * unit(random));
  while (steps.size() < count) {
    const std::size_t after = steps.empty() ? 0 : steps.back().index;
    const std::size_t left = kLength - kLeastDistance * (count - steps.size() + 1) - after;
    const auto index = after + kLeastDistance + static_cast<std::size_t>(unit(random) * static_cast<double>(left));
    steps.push_back({index, 0.03 * std::pow(0.20 / 0.03, unit(random))});
  }
  return steps;
}

/// Scales `noise` around 1000 and adds `steps`, each up or down.
Series with_steps(const std::vector<double>& noise, std::vector<TrueStep> steps, std::mt19937_64& random) {
  Series series{{}, std::move(steps)};
  std::uniform_real_distribution<double> unit;
  double level = 1000;
  std::size_t next = 0;
  for (std::size_t i = 0; i < noise.size(); ++i) {
    if (next < series.steps.size() && i == series.steps[next].index)
      level *= unit(random) < 0.5 ? 1 + series.steps[next++].size : 1 / (1 + series.steps[next++].size);
    series.values.push_back(level * noise[i]);
  }
  return series;
}

Series make_series(std::mt19937_64& random, bool has_steps) {
  const auto steps = has_steps ? make_steps(random) : std::vector<TrueStep>();
  std::normal_distribution<double> normal(1, kNoise);
  std::vector<double> noise(kLength);
  for (double& value : noise) value = normal(random);
  return with_steps(noise, steps, random);
}

struct Sums {
  explicit Sums(const std::vector<double>& values) : values_(values.size() + 1), squares_(values.size() + 1) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      values_[i + 1] = values_[i] + values[i];
      squares_[i + 1] = squares_[i] + values[i] * values[i];
    }
  }
  double cost(std::size_t first, std::size_t end) const {
    const double sum = values_[end] - values_[first];
    return squares_[end] - squares_[first] - sum * sum / static_cast<double>(end - first);
  }

 private:
  std::vector<double> values_, squares_;
};

/// Returns the least-squares steps for a known `count`: an upper bound for methods that must find the number.
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

std::vector<std::size_t> found_by_method(const std::vector<double>& values, bool heeds_dependence = true) {
  std::vector<std::size_t> places;
  for (const ChangePoint& point : find_change_points(values, {.heeds_dependence = heeds_dependence}))
    places.push_back(point.index);
  return places;
}

/// Each find matches one step.
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

struct Score {
  std::size_t alarms = 0;  ///< series without a step in which one was found
  std::size_t finds = 0;
  std::size_t right = 0;
  std::size_t steps = 0;

  void add(const Series& series, const std::vector<double>& without_step, bool heeds_dependence) {
    alarms += !found_by_method(without_step, heeds_dependence).empty();
    const auto places = found_by_method(series.values, heeds_dependence);
    const auto found = found_steps(series, places);
    finds += places.size();
    right += static_cast<std::size_t>(std::count(found.begin(), found.end(), true));
    steps += found.size();
  }
  double f1() const { return 2 * static_cast<double>(right) / static_cast<double>(finds + steps); }
};

double percent(std::size_t part, std::size_t whole) {
  return 100 * static_cast<double>(part) / static_cast<double>(whole);
}

std::vector<double> large_noise(NoiseFamily family, std::mt19937_64& random) {
  std::vector<double> values = noise_of_run(family, random, kLength);
  for (double& value : values) value = 1 + 3 * (value - 1);
  return values;
}

/// Compares with the search only, which assumes independent neighbours.
void bench_families(std::size_t count) {
  fmt::print(
      "\n| noise from run to run | series without a step that get one, %: search alone | with the second test | "
      "F1: search alone | with the second test |\n| --- | ---: | ---: | ---: | ---: |\n");
  for (std::size_t i = 0; i < kNoiseFamilyNames.size(); ++i) {
    const auto family = static_cast<NoiseFamily>(i);
    std::mt19937_64 random(20261123);
    Score alone, both;
    for (std::size_t n = 0; n < count; ++n) {
      const std::vector<double> without_step = noise_of_run(family, random, kLength);
      const std::vector<double> noise = large_noise(family, random);
      const std::vector<TrueStep> steps = make_steps(random);
      const Series series = with_steps(noise, steps, random);
      alone.add(series, without_step, false);
      both.add(series, without_step, true);
    }
    fmt::print("| {} | {:.1f} | {:.1f} | {:.3f} | {:.3f} |\n", kNoiseFamilyNames.at(i), percent(alone.alarms, count),
               percent(both.alarms, count), alone.f1(), both.f1());
  }
}

/// Bimodal values in series of several lengths.
void bench_humps(std::size_t count) {
  constexpr std::array<FreeHumps, 9> kHumps = {{{0.05, 0.002, 0.5},
                                                {0.05, 0.005, 0.5},
                                                {0.05, 0.01, 0.5},
                                                {0.10, 0.002, 0.5},
                                                {0.10, 0.01, 0.3},
                                                {0.10, 0.005, 0.2},
                                                {0.33, 0.01, 0.5},
                                                {0.33, 0.01, 0.2},
                                                {0.33, 0.01, 0.1}}};
  constexpr std::array<std::size_t, 4> kRuns = {30, 60, 100, 200};
  fmt::print(
      "\n| humps are apart by | noise within a hump | in the upper one | series that get a change, %: 30 runs | 60 | "
      "100 | 200 |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  for (const FreeHumps& humps : kHumps) {
    std::string line;
    for (const std::size_t runs : kRuns) {
      std::mt19937_64 random(20261123 + runs);
      std::size_t alarms = 0;
      for (std::size_t n = 0; n < count; ++n) alarms += !found_by_method(noise_in_humps(humps, random, runs)).empty();
      line += fmt::format(" {:.1f} |", percent(alarms, count));
    }
    fmt::print("| {:.0f} % | {:.1f} % | {:.0f} % |{}\n", 100 * humps.gap, 100 * humps.jitter, 100 * humps.share, line);
  }
}

/// Compares the newest value raised by 5 % with an unchanged one.
void bench_newest(std::size_t count) {
  constexpr std::array<std::size_t, 3> kRuns = {20, 50, 100};
  fmt::print(
      "\n| noise from run to run | suspected, no change, %: 20 runs | 50 | 100 | suspected, last run 5 % slower, "
      "%: 20 runs | 50 | 100 |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  for (std::size_t i = 0; i < kNoiseFamilyNames.size(); ++i) {
    std::string of_none, of_slower;
    for (const std::size_t runs : kRuns) {
      std::mt19937_64 random(20261123 + runs);
      std::size_t none = 0, slower = 0;
      for (std::size_t n = 0; n < count; ++n) {
        std::vector<double> values = noise_of_run(static_cast<NoiseFamily>(i), random, runs);
        none += suspicion_of(values, {}).has_value();
        values.back() *= 1.05;
        slower += suspicion_of(values, {}).has_value();
      }
      of_none += fmt::format(" {:.1f} |", percent(none, count));
      of_slower += fmt::format(" {:.1f} |", percent(slower, count));
    }
    fmt::print("| {} |{}{}\n", kNoiseFamilyNames.at(i), of_none, of_slower);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int sets = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::size_t count = 100 * static_cast<std::size_t>(std::max(sets, 1));
  bench(count);
  bench_families(count);
  bench_humps(count);
  bench_newest(count);
  return 0;
}
