#include "calibrate/measure_noise.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/version.h"
#include "compare/run_comparison.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_selection.h"
#include "run/record_run.h"
#include "spec/library.h"
#include "stats/shift.h"
#include "stats/verdict.h"
#include "store/noise_floor.h"

namespace warpledger {
namespace {

constexpr const char* kExperiment = "noise";

std::string run_once(const NoiseOptions& options, const Console& console) {
  RunOptions settings;
  settings.experiment = kExperiment;
  settings.device = options.device;
  settings.overrides.set = options.set;
  settings.ledger = options.ledger;
  settings.command_line = "noise";
  settings.quiet = true;
  const RunEnd end = run_experiment(settings, console);
  if (!end.all_ok())
    throw Error(fmt::format("not all points of run {} are recorded and ok", end.run.substr(0, 8)),
                "`warpledger show " + end.run.substr(0, 8) + "` lists them");
  return end.run;
}

using Pair = std::pair<ComparedSide, ComparedSide>;

std::vector<Pair> pairs_of(const LedgerReader& ledger, const std::vector<std::string>& runs) {
  const auto side = [&](const std::string& uuid) {
    return ComparedSide{choose_run(ledger, parse_run_selection(uuid, "")), ""};
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 1; i < runs.size(); ++i) pairs.emplace_back(side(runs[i - 1]), side(runs[i]));
  return pairs;
}

std::vector<ComparedPoint> compared(const LedgerReader& ledger, const Pair& pair, const Noise& noise) {
  std::vector<ComparedPoint> points =
      compare_runs(ledger, pair.first, pair.second, {.ignored = {}, .noise = noise}).points;
  std::erase_if(points, [](const ComparedPoint& point) { return !point.comparison.time; });
  return points;
}

std::vector<NoiseGap> gaps_of(const LedgerReader& ledger, const Pair& pair) {
  std::vector<NoiseGap> gaps;
  for (const ComparedPoint& point : compared(ledger, pair, {}))
    gaps.push_back({1e3 * *point.before_us, 1e3 * std::abs(*point.after_us - *point.before_us)});
  return gaps;
}

Noise noise_of_all(const std::vector<std::vector<NoiseGap>>& of_pairs) {
  std::vector<NoiseGap> gaps;
  for (const std::vector<NoiseGap>& some : of_pairs) gaps.insert(gaps.end(), some.begin(), some.end());
  if (gaps.empty())
    throw Error(fmt::format("no point has {} samples in two runs", kFewestSamples),
                "measure on a GPU: the host takes one sample per point");
  return noise_of(gaps);
}

/// Each pair's verdicts are judged by the noise of pairs that share no run with it.
NoiseFloor measured(const LedgerReader& ledger, const std::vector<Pair>& pairs) {
  std::vector<std::vector<NoiseGap>> of_pairs;
  for (const Pair& pair : pairs) of_pairs.push_back(gaps_of(ledger, pair));
  const Noise noise = noise_of_all(of_pairs);
  NoiseFloor result{.tool_version = tool_version(),
                    .relative = noise.relative,
                    .offset_ns = noise.offset_ns,
                    .threshold = ComparisonOptions().threshold};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto apart = noise_apart_from(of_pairs, i);
    if (!apart) continue;
    for (const ComparedPoint& point : compared(ledger, pairs[i], *apart)) {
      ++result.comparisons;
      const Verdict verdict = point.comparison.verdict;
      if (verdict == Verdict::faster || verdict == Verdict::slower) ++result.false_verdicts;
    }
  }
  return result;
}

}  // namespace

NoiseFloor measure_noise(const NoiseOptions& options, const Console& console) {
  std::vector<std::string> runs;
  for (std::int64_t i = 0; i < options.rounds; ++i) {
    runs.push_back(run_once(options, console));
    if (!options.quiet)
      console.tell(fmt::format("run {} of {}: {}\n", i + 1, options.rounds, runs.back().substr(0, 8)));
  }
  const Paths paths = find_paths();
  const LedgerReader ledger = open_ledger(options.ledger, Library(paths.roots));
  NoiseFloor noise = measured(ledger, pairs_of(ledger, runs));
  noise.run = runs.back();
  write_noise_floor(options.ledger, schema_folder(paths.roots), noise);
  return noise;
}

}  // namespace warpledger
