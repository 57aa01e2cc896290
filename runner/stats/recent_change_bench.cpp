// Measures false alarms and detected changes of `history --changed`; prints Markdown for benchmarks/change-points.md.
//
//     recent_change_bench [SERIES [NIGHTS [RUNS]]]      each defaults to 100
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

#include "stats/noise_fixture.h"
#include "stats/recent_change.h"
#include "stats/verdict.h"

namespace {

using namespace warpledger;

constexpr std::size_t kRecent = 7;  // runs
constexpr double kLevel = 0.01, kStep = 1.05;

struct Size {
  std::size_t series = 0, nights = 0, runs = 0;
};

struct Night {
  std::size_t false_ones = 0;     ///< unchanged series reported
  std::size_t found = 0;          ///< changed series reported
  std::size_t by_normal = 0;      ///< unchanged series reported without correction by past suspicions
  std::size_t not_corrected = 0;  ///< unchanged series reported without any correction
};

/// The last run of `changed` of the series is 5 % slower.
Night night_of(NoiseFamily family, const Size& size, std::size_t changed, std::mt19937_64& random) {
  std::vector<std::int64_t> runs(size.runs);
  std::iota(runs.begin(), runs.end(), 0);
  PastSuspicions past;
  std::vector<RecentChange> found;
  std::vector<bool> has_changed;
  for (std::size_t i = 0; i < size.series; ++i) {
    std::vector<double> values = noise_of_run(family, random, size.runs);
    if (i < changed) values.back() *= kStep;
    const auto changes = find_change_points(values, {});
    past.add(values, runs, size.runs - kRecent, changes, {});
    for (const RecentChange& change : recent_changes(values, changes, size.runs - kRecent, values.size(), {})) {
      found.push_back(change);
      has_changed.push_back(i < changed);
    }
  }
  const std::vector<bool> holds = holding_changes(found, past.tail(), size.series, kLevel);
  const std::vector<bool> normal = holding_changes(found, NoiseTail({}, 0), size.series, kLevel);
  Night night;
  for (std::size_t i = 0; i < holds.size(); ++i) {
    night.not_corrected += !has_changed[i];
    night.by_normal += normal[i] && !has_changed[i];
    night.false_ones += holds[i] && !has_changed[i];
    night.found += holds[i] && has_changed[i];
  }
  return night;
}

std::size_t number(int argc, char** argv, int place, std::size_t otherwise) {
  return argc > place ? static_cast<std::size_t>(std::max(std::atoi(argv[place]), 1)) : otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  const Size size{number(argc, argv, 1, 100), number(argc, argv, 2, 100), number(argc, argv, 3, 100)};
  fmt::print("{} series of {} runs, {} nights a line\n\n", size.series, size.runs, size.nights);
  fmt::print(
      "| noise from run to run | series told a night without a correction | nights with any told, % | without "
      "the past, % | of 10 % that are 5 % slower, found, % | of those told, false, % |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: |\n");
  for (std::size_t i = 0; i < kNoiseFamilyNames.size(); ++i) {
    const auto family = static_cast<NoiseFamily>(i);
    std::mt19937_64 random(20261124);
    Night steady, mixed;
    std::size_t loud = 0, loud_by_normal = 0;
    const std::size_t slower = size.series / 10;
    const auto add = [](Night& sum, const Night& night) {
      sum.false_ones += night.false_ones, sum.found += night.found, sum.not_corrected += night.not_corrected;
      return night;
    };
    for (std::size_t night = 0; night < size.nights; ++night) {
      const Night quiet = add(steady, night_of(family, size, 0, random));
      loud += quiet.false_ones > 0, loud_by_normal += quiet.by_normal > 0;
      add(mixed, night_of(family, size, slower, random));
    }
    const auto all = static_cast<double>(size.nights);
    const auto told = static_cast<double>(std::max<std::size_t>(mixed.false_ones + mixed.found, 1));
    fmt::print("| {} | {:.1f} | {:.0f} | {:.0f} | {:.1f} | {:.1f} |\n", kNoiseFamilyNames.at(i),
               static_cast<double>(steady.not_corrected) / all, 100 * static_cast<double>(loud) / all,
               100 * static_cast<double>(loud_by_normal) / all,
               100 * static_cast<double>(mixed.found) / (all * static_cast<double>(slower)),
               100 * static_cast<double>(mixed.false_ones) / told);
  }
  return 0;
}
