#include "command/measure_noise.h"

#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <utility>
#include <vector>

#include "base/error.h"
#include "command/begin_run.h"
#include "command/command.h"
#include "command/ledger_reader.h"
#include "command/print.h"
#include "command/run_comparison.h"
#include "command/run_selection.h"
#include "command/surroundings.h"
#include "command/version.h"
#include "judge/noise.h"
#include "store/noise_floor.h"

namespace warpledger {
namespace {

constexpr const char* kExperiment = "noise";

std::string run_once(const NoiseOptions& options) {
  RunOptions settings;
  settings.experiment = kExperiment;
  settings.device = options.device;
  settings.overrides.set = options.set;
  settings.ledger = options.ledger;
  settings.command_line = "calibrate --noise";
  settings.quiet = true;
  const BegunRun run = begin_run(settings);
  if (run.exit_code != kAllOk)
    throw Error(fmt::format("not all points of run {} are recorded and ok", run.uuid.substr(0, 8)),
                "see `warpledger show " + run.uuid.substr(0, 8) + "`");
  return run.uuid;
}

/// A run and the one before it, compared although nothing differs.
using Pair = std::pair<ComparedSide, ComparedSide>;

std::vector<Pair> pairs_of(const LedgerReader& ledger, const std::vector<std::string>& runs) {
  const auto side = [&](const std::string& uuid) {
    return ComparedSide{choose_run(ledger, parse_run_selection(uuid, "")), ""};
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 1; i < runs.size(); ++i) pairs.emplace_back(side(runs[i - 1]), side(runs[i]));
  return pairs;
}

/// The comparisons that have a ratio.
std::vector<ComparedPoint> compared(const LedgerReader& ledger, const Pair& pair, const Noise& noise) {
  std::vector<ComparedPoint> points =
      compare_runs(ledger, pair.first, pair.second, {.ignored = {}, .noise = noise}).points;
  std::erase_if(points, [](const ComparedPoint& point) { return !point.comparison.time; });
  return points;
}

std::vector<NoiseGap> gaps_of(const LedgerReader& ledger, const std::vector<Pair>& pairs) {
  std::vector<NoiseGap> gaps;
  for (const Pair& pair : pairs)
    for (const ComparedPoint& point : compared(ledger, pair, {}))
      gaps.push_back({1e3 * *point.before_us, 1e3 * std::abs(*point.after_us - *point.before_us)});
  if (gaps.empty())
    throw Error(fmt::format("no point has {} samples in two runs", kFewestSamples),
                "measure on a GPU: the host takes one sample of a point");
  return gaps;
}

/// The noise of all pairs; each pair's verdicts are judged with the noise of the others, so that no comparison decides
/// what counts for itself.
NoiseMeasurement measured(const LedgerReader& ledger, const std::vector<Pair>& pairs) {
  const Noise noise = noise_of(gaps_of(ledger, pairs));
  NoiseMeasurement result{.tool_version = kVersion,
                          .relative = noise.relative,
                          .offset_ns = noise.offset_ns,
                          .threshold = ComparisonOptions().threshold};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    std::vector<Pair> others = pairs;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    for (const ComparedPoint& point : compared(ledger, pairs[i], noise_of(gaps_of(ledger, others)))) {
      ++result.comparisons;
      const Verdict verdict = point.comparison.verdict;
      if (verdict == Verdict::faster || verdict == Verdict::slower) ++result.false_verdicts;
    }
  }
  return result;
}

}  // namespace

int measure_noise(const NoiseOptions& options) {
  std::vector<std::string> runs;
  for (std::int64_t i = 0; i < options.rounds; ++i) {
    runs.push_back(run_once(options));
    if (!options.quiet) std::cerr << fmt::format("run {} of {}: {}\n", i + 1, options.rounds, runs.back().substr(0, 8));
  }
  const Surroundings surroundings = find_surroundings();
  const LedgerReader ledger = open_ledger(options.ledger, Library(surroundings.roots));
  NoiseMeasurement noise = measured(ledger, pairs_of(ledger, runs));
  noise.run = runs.back();
  write_noise_floor(options.ledger, schema_folder(surroundings.roots), noise);
  print_text(fmt::format(
      "noise floor: 99 in 100 medians of identical code differ by less than {:.2g} % and {:.0f} ns\n"
      "{} comparisons of identical code, each judged with the noise of the others: {} FASTER or SLOWER ({:.2f} %)\n",
      100 * noise.relative, noise.offset_ns, noise.comparisons, noise.false_verdicts,
      100 * static_cast<double>(noise.false_verdicts) / static_cast<double>(noise.comparisons)));
  return kAllOk;
}

}  // namespace warpledger
