#include "remeasure/bisect.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_files.h"
#include "remeasure/bisection_page.h"
#include "remeasure/first_slow.h"
#include "remeasure/measure_more.h"
#include "run/resume.h"
#include "run/run_changes.h"
#include "run/stop_signal.h"
#include "spec/library.h"

namespace warpledger {
namespace {

void check_sides(const ComparedSide& fast, const ComparedSide& slow) {
  const auto belongs = [](const ChosenRun& run) {
    return std::tie(run.experiment, run.submission, run.device_uuid, run.device_name);
  };
  const auto text = [](const ChosenRun& run) {
    return fmt::format("run {} of {}{}{} on {}, {}", run.uuid.substr(0, 8), run.experiment,
                       run.submission.empty() ? "" : ", submission ", run.submission, run.device_name, run.started_utc);
  };
  if (belongs(fast.run) == belongs(slow.run) && fast.run.started_utc < slow.run.started_utc) return;
  throw Error(fmt::format("{}\nand {}\nare no two runs of one history", text(fast.run), text(slow.run)),
              "name an earlier and a later run of the same experiment, submission and device");
}

/// What can change how fast a kernel is: its experiment, family and sources.
std::vector<SourceFile> sources_of(const LedgerReader& ledger, const std::string& run) {
  std::vector<SourceFile> files = files_of_run(ledger, run);
  std::erase_if(files, [](const SourceFile& file) {
    return !file.name.starts_with("experiments/") && !file.name.starts_with("kernels/") &&
           !file.name.starts_with("submission/");
  });
  return files;
}

std::vector<SourceVersion> versions_between(const LedgerReader& ledger, const ChosenRun& fast, const ChosenRun& slow) {
  const Table runs = ledger.query(fmt::format(
      "SELECT run_uuid, started_utc FROM runs WHERE experiment = {} AND coalesce(submission, '') = {} AND device_uuid "
      "= "
      "{} AND started_utc BETWEEN {} AND {} AND NOT forgotten AND (json_extract(settings, '$.in_turn') IS NULL OR "
      "run_uuid IN ({}, {})) ORDER BY started_utc, run_uuid",
      quoted_text(fast.experiment), quoted_text(fast.submission), quoted_text(fast.device_uuid),
      quoted_text(fast.started_utc), quoted_text(slow.started_utc), quoted_text(fast.uuid), quoted_text(slow.uuid)));
  std::vector<SourceVersion> versions;
  for (const std::vector<Cell>& row : runs.rows) {
    std::vector<SourceFile> files = sources_of(ledger, text_in(row[0]));
    if (versions.empty() || versions.back().files != files)
      versions.push_back({{}, text_in(row[1]), std::move(files), {}});
    versions.back().runs.push_back(text_in(row[0]));
  }
  return versions;
}

/// The points that became slower the most; where none is sure, those that may have.
std::vector<PairToMeasure> suspects(const RunComparison& comparison) {
  constexpr std::size_t kMost = 4;
  std::vector<const ComparedPoint*> points;
  for (const Verdict verdict : {Verdict::slower, Verdict::inconclusive})
    for (const ComparedPoint& point : comparison.points)
      if (point.comparison.verdict == verdict && point.both_ok && point.before_us && point.after_us &&
          (points.empty() || points.front()->comparison.verdict == verdict))
        points.push_back(&point);
  if (points.empty())
    throw Error("no point that is ok in both runs is SLOWER, or INCONCLUSIVE",
                "`warpledger compare FAST SLOW` shows the verdicts; a lower --threshold finds smaller changes");
  std::ranges::sort(points, std::greater(), [](const ComparedPoint* p) { return *p->after_us / *p->before_us; });
  points.resize(std::min(points.size(), kMost));
  std::vector<PairToMeasure> pairs;
  for (const ComparedPoint* point : points)
    pairs.push_back({point->identity_before, point->identity_after, samples_of_round(point->comparison)});
  return pairs;
}

/// What a version is, measured beside the fast one.
struct Judgement {
  Judged judged = Judged::unknown;
  std::string why;
};

Judgement judgement_of(const RunComparison& found, std::size_t wanted) {
  const auto of = [&](Verdict verdict) {
    return std::ranges::find(found.points, verdict, [](const ComparedPoint& p) { return p.comparison.verdict; });
  };
  const auto text = [](const ComparedPoint& point) {
    return fmt::format("{}: {} {}", point.name, name_of(point.comparison.verdict), point.comparison.reason);
  };
  if (const auto slower = of(Verdict::slower); slower != found.points.end()) return {Judged::slow, text(*slower)};
  if (const auto open = of(Verdict::inconclusive); open != found.points.end()) return {Judged::unknown, text(*open)};
  if (found.points.size() < wanted) return {Judged::unknown, "it does not have all points"};
  return {Judged::fast, "not slower"};
}

/// The versions of a history, and how they are judged.
class History {
 public:
  History(const InTurnOptions& options, const ComparedSide& fast, const ComparedSide& slow,
          const ComparisonOptions& how, const Console& console)
      : options_(options), fast_(fast), how_(how), console_(console) {
    const LedgerReader ledger = open_ledger(options.ledger, Library(find_paths().roots));
    versions_ = versions_between(ledger, fast.run, slow.run);
    changes_ = changes_between(ledger, fast.run, slow.run);
    if (versions_.size() == 1) return;
    comparison_ = compare_runs(ledger, fast, slow, how);
    pairs_ = suspects(comparison_);
  }

  const std::vector<SourceVersion>& versions() const { return versions_; }
  const std::string& changes() const { return changes_; }

  Judged judge(std::size_t number) {
    SourceVersion& version = versions_[number];
    const Judgement found =
        stop_requested() ? Judgement{Judged::unknown, "stopped by the user"} : judged(version.runs.back());
    version.why = found.why;
    console_.tell(fmt::format("{}: {}\n", name_of(version), found.why));
    return found.judged;
  }

 private:
  static std::string changes_between(const LedgerReader& ledger, const ChosenRun& fast, const ChosenRun& slow) {
    const StoredRun now = ledger.stored_run(slow.uuid);
    return changes_since(ledger.stored_run(fast.uuid), now.device, now.tool_version);
  }

  Judgement judged(const std::string& run) {
    try {
      RunsInTurn runs(options_, fast_.run.uuid, run);
      const auto made = runs.measure(pairs_, how_, console_);
      if (!made) return {Judged::unknown, "it does not have these points"};
      return judgement_of(compare_made(options_.ledger, *made, fast_, fast_, how_), pairs_.size());
    } catch (const Error& error) {
      return {Judged::unknown, error.problem()};
    }
  }

  InTurnOptions options_;
  ComparedSide fast_;
  ComparisonOptions how_;
  const Console& console_;
  RunComparison comparison_;
  std::vector<PairToMeasure> pairs_;
  std::vector<SourceVersion> versions_;
  std::string changes_;  ///< of the environment
};

Bisection between(const std::vector<SourceVersion>& versions, const FirstSlow& found) {
  Bisection bisection{.end = found.unknown.empty() ? BisectionEnd::found : BisectionEnd::several_left,
                      .last_fast = versions[found.last_fast],
                      .first_slow = versions[found.first_slow]};
  for (const std::size_t i : found.unknown) bisection.not_judged.push_back(versions[i]);
  return bisection;
}

}  // namespace

Bisection bisect(const InTurnOptions& options, const ComparedSide& fast, const ComparedSide& slow,
                 const ComparisonOptions& how, const Console& console) {
  check_sides(fast, slow);
  History history(options, fast, slow, how, console);
  const std::size_t count = history.versions().size();
  if (count == 1) return {.end = BisectionEnd::same_sources, .changes = history.changes()};
  switch (history.judge(count - 1)) {
    case Judged::fast:
      return {.end = BisectionEnd::not_slower, .changes = history.changes()};
    case Judged::unknown:
      return {.end = BisectionEnd::unknown, .why = history.versions().back().why};
    case Judged::slow:
      break;
  }
  const FirstSlow found = find_first_slow(count, [&](std::size_t i) { return history.judge(i); });
  return between(history.versions(), found);
}

}  // namespace warpledger
