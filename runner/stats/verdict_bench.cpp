// How often verdicts on noise of known kinds are wrong, and what they find; prints Markdown for benchmarks/verdicts.md.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "model/samples.h"
#include "stats/noise_families.h"
#include "stats/rival_verdicts.h"
#include "stats/verdict.h"

namespace {

using namespace warpledger;

constexpr double kTime_ns = 1e6;
constexpr double kThreshold = 0.01;
constexpr std::array<std::size_t, 4> kCounts = {10, 20, 50, 200};
constexpr std::array<double, 4> kShifts = {0, 0.01, 0.02, 0.05};

TimedLaunches launches(NoiseFamily family, std::mt19937_64& random, std::size_t count) {
  TimedLaunches result;
  for (const double value : noise_of_run(family, random, count)) result.samples_ns.push_back(kTime_ns * value);
  return result;
}

TimedLaunches slowed(const TimedLaunches& launches, double by) {
  TimedLaunches result = launches;
  for (double& sample : result.samples_ns) sample *= 1 + by;
  return result;
}

bool is_gap(Verdict verdict) { return verdict == Verdict::slower || verdict == Verdict::faster; }

/// Of some pairs: FASTER or SLOWER without a shift, then SLOWER at each other one.
struct Counts {
  std::array<std::size_t, kShifts.size()> found = {};

  template <class Judge>
  void add(const TimedLaunches& before, const TimedLaunches& after, Judge judge) {
    found[0] += is_gap(judge(before, after));
    for (std::size_t i = 1; i < kShifts.size(); ++i)
      found.at(i) += judge(before, slowed(after, kShifts.at(i))) == Verdict::slower;
  }
};

/// What `warpledger noise` would find on such a device.
Noise measured_noise(NoiseFamily family, std::mt19937_64& random, std::size_t count) {
  constexpr int kGaps = 1000;
  std::vector<NoiseGap> gaps;
  for (int i = 0; i < kGaps; ++i) {
    const double before = median(launches(family, random, count).samples_ns);
    gaps.push_back({before, std::abs(median(launches(family, random, count).samples_ns) - before)});
  }
  return noise_of(gaps);
}

struct Row {
  std::array<Counts, kRivalNames.size()> rivals = {};
  Counts without_floor, with_floor;
  std::size_t same = 0;  ///< of identical code, without a floor
};

Row row_of(NoiseFamily family, std::size_t count, std::size_t pairs) {
  std::mt19937_64 random(20261123 + count);
  Criteria plain;
  plain.has_sm_clock = false;
  Criteria floored = plain;
  floored.noise = measured_noise(family, random, count);
  Row row;
  for (std::size_t i = 0; i < pairs; ++i) {
    const TimedLaunches before = launches(family, random, count), after = launches(family, random, count);
    for (std::size_t r = 0; r < kRivalNames.size(); ++r)
      row.rivals.at(r).add(before, after, [&](const TimedLaunches& a, const TimedLaunches& b) {
        return verdict_of(static_cast<Rival>(r), a.samples_ns, b.samples_ns, kThreshold);
      });
    const auto by = [](const Criteria& criteria) {
      return [&](const TimedLaunches& a, const TimedLaunches& b) { return compare(a, b, criteria).verdict; };
    };
    row.without_floor.add(before, after, by(plain));
    row.with_floor.add(before, after, by(floored));
    row.same += compare(before, after, plain).verdict == Verdict::same;
  }
  return row;
}

std::string cell(const Counts& counts, std::size_t pairs) {
  const auto percent = [&](std::size_t found) {
    return 100.0 * static_cast<double>(found) / static_cast<double>(pairs);
  };
  return fmt::format(" {:.1f} · {:.0f} {:.0f} {:.0f} |", percent(counts.found[0]), percent(counts.found[1]),
                     percent(counts.found[2]), percent(counts.found[3]));
}

void print_head() {
  std::string head = "| noise | n |", rule = "| --- | ---: |";
  for (const auto name : kRivalNames) head += fmt::format(" {} |", name), rule += " ---: |";
  fmt::print("{} compare | compare, with a noise floor | SAME |\n{} ---: | ---: | ---: |\n", head, rule);
}

}  // namespace

int main(int argc, char** argv) {
  const auto pairs = static_cast<std::size_t>(argc > 1 ? std::max(std::atoi(argv[1]), 1) : 2000);
  fmt::print("{} pairs per cell.\n\n", pairs);
  print_head();
  for (std::size_t family = 0; family < kNoiseFamilyNames.size(); ++family) {
    for (const std::size_t count : kCounts) {
      const Row row = row_of(static_cast<NoiseFamily>(family), count, pairs);
      std::string line = fmt::format("| {} | {} |", kNoiseFamilyNames.at(family), count);
      for (const Counts& counts : row.rivals) line += cell(counts, pairs);
      fmt::print("{}{}{} {:.0f} |\n", line, cell(row.without_floor, pairs), cell(row.with_floor, pairs),
                 100.0 * static_cast<double>(row.same) / static_cast<double>(pairs));
    }
  }
  return 0;
}
