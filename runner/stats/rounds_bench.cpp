// Measures errors and sensitivity of verdicts by rounds on known noise, stopping at the first verdict; prints Markdown
// for benchmarks/rounds.md.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <span>

#include "stats/noise_fixture.h"
#include "stats/rounds.h"
#include "stats/verdict.h"

namespace {

using namespace warpledger;

constexpr double kTime_ns = 1e6;
constexpr std::size_t kMostRounds = 72;
constexpr std::array<std::size_t, 3> kSamples = {1, 10, 20};
constexpr std::array<double, 4> kShifts = {0, 0.005, 0.02, 0.05};

TimedLaunches first_rounds(const std::vector<double>& noise, std::size_t samples, std::size_t rounds, double slower) {
  TimedLaunches launches;
  launches.rounds = rounds;
  for (std::size_t i = 0; i < samples * rounds; ++i) launches.samples_ns.push_back(kTime_ns * noise[i] * (1 + slower));
  return launches;
}

struct Decided {
  Verdict verdict = Verdict::inconclusive;
  std::size_t rounds = 0;
};

Decided decided(const NoiseInRounds& noise, std::size_t samples, double slower) {
  Decided result;
  while (result.verdict == Verdict::inconclusive && next_look(result.rounds) <= kMostRounds) {
    result.rounds = next_look(result.rounds);
    result.verdict = compare(first_rounds(noise.before, samples, result.rounds, 0),
                             first_rounds(noise.after, samples, result.rounds, slower), {.has_sm_clock = false})
                         .verdict;
  }
  return result;
}

struct Counts {
  std::array<std::size_t, 4> verdicts = {};
  std::size_t rounds = 0;
};

std::string cell(const Counts& counts, std::size_t trials) {
  const auto percent = [&](Verdict verdict) {
    return 100.0 * static_cast<double>(counts.verdicts.at(static_cast<std::size_t>(verdict))) /
           static_cast<double>(trials);
  };
  return fmt::format(" {:.1f} · {:.1f} · {:.1f} ({:.0f}) |", percent(Verdict::same), percent(Verdict::faster),
                     percent(Verdict::slower), static_cast<double>(counts.rounds) / static_cast<double>(trials));
}

std::string line(NoiseFamily family, std::size_t samples, std::size_t trials) {
  std::mt19937_64 random(20261124 + samples);
  std::array<Counts, kShifts.size()> counts = {};
  for (std::size_t trial = 0; trial < trials; ++trial) {
    const NoiseInRounds noise = noise_in_rounds(family, random, samples, kMostRounds);
    for (std::size_t i = 0; i < kShifts.size(); ++i) {
      const Decided found = decided(noise, samples, kShifts[i]);
      ++counts[i].verdicts.at(static_cast<std::size_t>(found.verdict));
      counts[i].rounds += found.rounds;
    }
  }
  std::string text = fmt::format("| {} | {} |", kNoiseFamilyNames.at(static_cast<std::size_t>(family)), samples);
  for (const Counts& of : counts) text += cell(of, trials);
  return text;
}

void bench(std::size_t trials) {
  fmt::print("{} trials per cell.\n\n| noise | samples a round |", trials);
  for (const double shift : kShifts) fmt::print(" {:+.1f} % |", 100 * shift);
  fmt::print("\n| --- | ---: | ---: | ---: | ---: | ---: |\n");
  for (std::size_t family = 0; family < kNoiseFamilyNames.size(); ++family)
    for (const std::size_t samples : kSamples)
      fmt::print("{}\n", line(static_cast<NoiseFamily>(family), samples, trials));
}

}  // namespace

int main(int argc, char** argv) try {
  bench(static_cast<std::size_t>(argc > 1 ? std::max(std::atoi(argv[1]), 1) : 1000));
  return 0;
} catch (const std::exception& error) {
  std::fputs(error.what(), stderr);
  return 1;
}
