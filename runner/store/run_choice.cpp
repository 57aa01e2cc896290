#include "store/run_choice.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>

#include <vector>

#include "base/error.h"

namespace warpledger {
namespace {

struct Candidate {
  std::int64_t id = 0;
  std::string description;
};

constexpr const char* kLatest = "latest";
constexpr int kAll = -1;

/// The `most` newest of the runs that `run` may mean, newest first.
std::vector<Candidate> candidates_for(SQLite::Database& database, const std::string& run, int most) {
  const char* condition = run == kLatest ? "coalesce((SELECT kind FROM main.note WHERE run = main.run.id AND kind IN "
                                           "('forget', 'recall') ORDER BY written_utc DESC, id DESC LIMIT 1), '') <> "
                                           "'forget' AND ?1 <> ''"
                                         : "substr(uuid, 1, length(?1)) = ?1";
  SQLite::Statement rows(database, fmt::format("SELECT r.id, r.uuid || ' ' || r.started_utc || ' ' || e.name "
                                               "FROM (SELECT id, uuid, started_utc, experiment FROM main.run WHERE {} "
                                               "ORDER BY started_utc DESC, id LIMIT ?2) r "
                                               "JOIN main.experiment e ON e.id = r.experiment "
                                               "ORDER BY r.started_utc DESC, r.id",
                                               condition));
  SQLite::bind(rows, run, most);
  std::vector<Candidate> found;
  while (rows.executeStep()) found.push_back({rows.getColumn(0).getInt64(), rows.getColumn(1).getString()});
  return found;
}

std::string list_of(const std::vector<Candidate>& candidates) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < candidates.size() && i < kMost; ++i) text += "\n  " + candidates[i].description;
  if (candidates.size() > kMost) text += fmt::format("\n  and {} more", candidates.size() - kMost);
  return text;
}

}  // namespace

std::int64_t chosen_run(SQLite::Database& database, const std::string& path, const std::string& run) {
  const auto found = candidates_for(database, run, run == kLatest ? 1 : kAll);
  if (found.empty()) {
    const auto all = candidates_for(database, kLatest, kAll);
    if (all.empty()) throw Error({.file = path}, "this ledger has no runs", "run an experiment first");
    throw Error({.file = path}, fmt::format("no run begins with '{}'", run),
                "use 'latest' or the beginning of one of these:" + list_of(all));
  }
  if (found.size() > 1)
    throw Error({.file = path}, fmt::format("{} runs begin with '{}'", found.size(), run),
                "write more of the one you mean:" + list_of(found));
  return found.front().id;
}

}  // namespace warpledger
