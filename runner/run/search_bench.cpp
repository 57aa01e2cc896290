// Replays the strategies of `run --search` on runs that measured a whole grid. Prints Markdown rows: the fraction of
// the best performance that each strategy reaches per budget, averaged over seeds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "model/table.h"
#include "search/search_space.h"
#include "search/strategy.h"
#include "spec/library.h"

namespace warpledger {
namespace {

constexpr double kBudgets[] = {0.01, 0.05, 0.1, 0.2, 0.4};
constexpr std::uint64_t kSeeds = 200;
constexpr std::size_t kFewestPoints = 50;  ///< per problem

/// All points of a problem, i.e. with the same work.
struct StoredProblem {
  std::vector<std::map<std::string, std::string>> values;  ///< by point: kernel, parameters, axes, launch
  std::vector<std::optional<double>> times;                ///< by point; absent if it failed
};

std::vector<StoredProblem> problems_of(const LedgerReader& ledger, const std::string& run_uuid) {
  const Table points = ledger.query(fmt::format(
      "SELECT (SELECT json_group_object(name, CAST(value AS TEXT)) FROM main.quantity WHERE configuration = "
      "p.configuration AND kind <> 'work') AS configuration, "
      "(SELECT json_group_array(value) FROM main.quantity WHERE configuration = p.configuration AND kind = 'work') AS "
      "work, c.kernel, CASE p.outcome WHEN 'ok' THEN samples_median(t.samples_ns) END AS time "
      "FROM main.point AS p JOIN main.configuration AS c ON c.id = p.configuration "
      "LEFT JOIN main.timing AS t ON t.point = p.id "
      "WHERE p.run = (SELECT run FROM runs WHERE run_uuid = '{}') ORDER BY p.ordinal",
      run_uuid));
  std::map<std::string, StoredProblem> by_work;
  for (const std::vector<Cell>& row : points.rows) {
    StoredProblem& problem = by_work[text_in(row[1])];
    const auto values = nlohmann::json::parse(text_in(row[0]));
    problem.values.push_back(values.get<std::map<std::string, std::string>>());
    problem.values.back()["kernel"] = text_in(row[2]);
    problem.times.push_back(number_in(row[3]));
  }
  std::vector<StoredProblem> problems;
  for (auto& [work, problem] : by_work)
    if (problem.times.size() >= kFewestPoints) problems.push_back(std::move(problem));
  return problems;
}

SearchSpace space_of(const StoredProblem& problem) {
  std::map<std::string, std::map<std::string, std::uint32_t>> known;
  for (const auto& point : problem.values)
    for (const auto& [name, value] : point) known[name].try_emplace(value, 0);
  std::vector<std::vector<std::uint32_t>> columns;
  for (auto& [name, values] : known) {
    std::uint32_t next = SearchSpace::kNone + 1;
    for (auto& [value, number] : values) number = next++;
    std::vector<std::uint32_t>& column = columns.emplace_back();
    for (const auto& point : problem.values)
      column.push_back(point.contains(name) ? values.at(point.at(name)) : SearchSpace::kNone);
  }
  return SearchSpace(std::move(columns));
}

/// Best time divided by the best time found, for each budget; 0 if none was found.
std::vector<double> reached(StrategyKind kind, const SearchSpace& space, const StoredProblem& problem,
                            std::uint64_t seed, double best) {
  const auto strategy = make_strategy(kind, space, seed);
  std::vector<double> fractions;
  double fraction = 0;
  std::size_t asked = 0;
  for (const double budget : kBudgets) {
    const auto most = static_cast<std::size_t>(std::ceil(budget * static_cast<double>(space.size())));
    for (; asked < most; ++asked) {
      const auto point = strategy->ask();
      if (!point) break;
      strategy->tell(*point, problem.times[*point]);
      if (const auto time = problem.times[*point]) fraction = std::max(fraction, best / *time);
    }
    fractions.push_back(fraction);
  }
  return fractions;
}

void replay(const LedgerReader& ledger, const RunSummary& run) {
  std::map<StrategyKind, std::vector<double>> sums;
  std::size_t points = 0;
  const std::vector<StoredProblem> problems = problems_of(ledger, run.uuid);
  for (const StoredProblem& problem : problems) {
    const SearchSpace space = space_of(problem);
    double best = std::numeric_limits<double>::infinity();
    for (const auto& time : problem.times) best = std::min(best, time.value_or(best));
    points += space.size();
    for (std::size_t kind = 0; kind < kStrategyNames.size(); ++kind) {
      std::vector<double>& sum = sums[static_cast<StrategyKind>(kind)];
      sum.resize(std::size(kBudgets));
      for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const auto fractions = reached(static_cast<StrategyKind>(kind), space, problem, seed, best);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += fractions[i] / static_cast<double>(kSeeds);
      }
    }
  }
  for (const auto& [kind, sum] : sums) {
    fmt::print("| {} | {} | {} | {} |", run.experiment, with_thousands(static_cast<std::int64_t>(problems.size())),
               with_thousands(static_cast<std::int64_t>(points)), name_of(kind));
    for (const double of_all : sum) fmt::print(" {:.1f} % |", 100 * of_all / static_cast<double>(problems.size()));
    fmt::print("\n");
  }
}

int bench(const std::vector<std::string>& ledgers) {
  if (ledgers.empty()) {
    fmt::print(stderr, "usage: search_bench LEDGER...\n");
    return 2;
  }
  fmt::print("| run | problems | points | strategy |");
  for (const double budget : kBudgets) fmt::print(" {:.0f} % |", 100 * budget);
  fmt::print("\n| --- | ---: | ---: | --- |");
  for ([[maybe_unused]] const double budget : kBudgets) fmt::print(" ---: |");
  fmt::print("\n");
  const Library library(find_paths().roots);
  for (const std::string& path : ledgers) {
    const LedgerReader ledger = open_ledger(path, library);
    for (const RunSummary& run : ledger.runs())
      if (run.outcome == "finished" && !run.forgotten) replay(ledger, run);
  }
  return 0;
}

}  // namespace
}  // namespace warpledger

int main(int argc, char** argv) {
  try {
    return warpledger::bench({argv + 1, argv + argc});
  } catch (const std::exception& failure) {
    std::fputs(failure.what(), stderr);
    return 2;
  }
}
