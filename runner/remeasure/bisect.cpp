#include "remeasure/bisect.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_files.h"
#include "remeasure/first_slow.h"
#include "remeasure/measure_more.h"
#include "run/resume.h"
#include "run/stop_signal.h"
#include "spec/library.h"

namespace warpledger {
namespace {

/// Runs in a row with the same sources.
struct Version {
  std::vector<std::string> runs;  ///< UUIDs, oldest first
  std::string started_utc;        ///< of the first
  std::vector<SourceFile> files;

  std::string name() const {
    const std::string first = fmt::format("run {} of {}", runs.front().substr(0, 8), started_utc.substr(0, 10));
    return runs.size() == 1 ? first : fmt::format("{} and {} after it", first, runs.size() - 1);
  }
};

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

std::vector<Version> versions_between(const LedgerReader& ledger, const ChosenRun& fast, const ChosenRun& slow) {
  const Table runs = ledger.query(fmt::format(
      "SELECT run_uuid, started_utc FROM runs WHERE experiment = {} AND coalesce(submission, '') = {} AND device_uuid "
      "= "
      "{} AND started_utc BETWEEN {} AND {} AND NOT forgotten AND (json_extract(settings, '$.in_turn') IS NULL OR "
      "run_uuid IN ({}, {})) ORDER BY started_utc, run_uuid",
      quoted_text(fast.experiment), quoted_text(fast.submission), quoted_text(fast.device_uuid),
      quoted_text(fast.started_utc), quoted_text(slow.started_utc), quoted_text(fast.uuid), quoted_text(slow.uuid)));
  std::vector<Version> versions;
  for (const std::vector<Cell>& row : runs.rows) {
    std::vector<SourceFile> files = sources_of(ledger, text_in(row[0]));
    if (versions.empty() || versions.back().files != files) versions.push_back({{}, text_in(row[1]), std::move(files)});
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
    throw Error("no point of the later run is SLOWER, or INCONCLUSIVE",
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
    comparison_ = compare_runs(ledger, fast, slow, how);
    pairs_ = suspects(comparison_);
    versions_ = versions_between(ledger, fast.run, slow.run);
    changes_ = changes_between(ledger, fast.run, slow.run);
  }

  const std::vector<Version>& versions() const { return versions_; }
  const std::string& changes() const { return changes_; }

  Judgement judge(std::size_t version) {
    if (stop_requested()) return {Judged::unknown, "stopped by the user"};
    const std::string& run = versions_[version].runs.back();
    const Judgement found = judged(run);
    console_.tell(fmt::format("{}: {}\n", versions_[version].name(), found.why));
    return judgements_[version] = found;
  }
  const std::string& why(std::size_t version) const { return judgements_.at(version).why; }

 private:
  static std::string changes_between(const LedgerReader& ledger, const ChosenRun& fast, const ChosenRun& slow) {
    const StoredRun now = ledger.stored_run(slow.uuid);
    return changes_since(ledger.stored_run(fast.uuid), now.device, now.tool_version);
  }

  Judgement judged(const std::string& run) {
    try {
      RunsInTurn runs(options_, fast_.run.uuid, run);
      const auto made = runs.measure(pairs_, comparison_.criteria, console_);
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
  std::vector<Version> versions_;
  std::string changes_;  ///< of the environment
  std::map<std::size_t, Judgement> judgements_;
};

std::string not_the_sources(const History& history, const std::string& what) {
  const std::string& changes = history.changes();
  return fmt::format("{}\nwhat else changed: {}\n", what,
                     changes.empty() ? "nothing that a run keeps; the device itself, or what else ran on it" : changes);
}

std::string page_of(const History& history, const FirstSlow& found) {
  const std::vector<Version>& versions = history.versions();
  const Version &fast = versions[found.last_fast], &slow = versions[found.first_slow];
  std::string page = fmt::format("the last fast sources: {}\nthe first slow ones: {}\n", fast.name(), slow.name());
  for (const std::size_t i : found.unknown)
    page += fmt::format("not known, and may be the first slow ones: {}: {}\n", versions[i].name(), history.why(i));
  return fmt::format("{}\n{}", page, changes_of_files(fast.files, slow.files));
}

}  // namespace

Bisection bisect(const InTurnOptions& options, const ComparedSide& fast, const ComparedSide& slow,
                 const ComparisonOptions& how, const Console& console) {
  check_sides(fast, slow);
  History history(options, fast, slow, how, console);
  const std::size_t count = history.versions().size();
  if (count == 1) return {false, not_the_sources(history, "all runs from the one to the other have the same sources")};
  const Judgement newest = history.judge(count - 1);
  if (newest.judged == Judged::fast)
    return {false, not_the_sources(history, "the sources of the later run are not slower: the cause is another one")};
  if (newest.judged == Judged::unknown)
    return {false, fmt::format("whether the later run's sources are slower is not known: {}\n", newest.why)};
  const FirstSlow found = find_first_slow(count, [&](std::size_t i) { return history.judge(i).judged; });
  return {found.unknown.empty(), page_of(history, found)};
}

}  // namespace warpledger
