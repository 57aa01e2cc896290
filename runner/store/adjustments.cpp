#include "store/adjustments.h"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "store/content_id.h"
#include "store/ledger_change.h"

namespace warpledger {
namespace {

/// A mistyped name would adjust nobody's grade.
void require_submission(SQLite::Database& database, const std::string& path, const Adjustment& adjustment) {
  SQLite::Statement rows(database,
                         "SELECT DISTINCT submission FROM run WHERE submission IS NOT NULL AND experiment IN "
                         "(SELECT id FROM experiment WHERE name = ?) ORDER BY submission");
  rows.bind(1, adjustment.experiment);
  std::vector<std::string> submissions;
  while (rows.executeStep()) submissions.push_back(rows.getColumn(0));
  if (submissions.empty())
    throw Error({.file = path}, fmt::format("this ledger has no submission for '{}'", adjustment.experiment),
                "grade the submissions first, or name their ledger with --db");
  if (std::ranges::count(submissions, adjustment.submission) == 0)
    throw Error({.file = path},
                fmt::format("'{}' has no submission '{}'", adjustment.experiment, adjustment.submission),
                did_you_mean(adjustment.submission, submissions));
}

std::string text_of(const std::optional<double>& number) { return number ? number_text(*number) : ""; }

void bind(SQLite::Statement& statement, int place, const std::optional<double>& number) {
  if (number) statement.bind(place, *number);
}

}  // namespace

void write_adjustment(const std::string& path, const std::string& schema_folder, const Adjustment& adjustment) {
  change_ledger(path, schema_folder, [&](SQLite::Database& database) {
    require_submission(database, path, adjustment);
    const std::string written = utc_now(database);
    const std::int64_t id =
        content_id({adjustment.experiment, adjustment.submission, adjustment.problem, text_of(adjustment.points),
                    text_of(adjustment.percent), adjustment.reason, written, adjustment.author});
    SQLite::Statement add(database,
                          "INSERT INTO adjustment (id, experiment, submission, reason, written_utc, author, problem, "
                          "points, percent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    add.bind(1, id);
    add.bind(2, adjustment.experiment);
    add.bind(3, adjustment.submission);
    add.bind(4, adjustment.reason);
    add.bind(5, written);
    add.bind(6, adjustment.author);
    if (!adjustment.problem.empty()) add.bind(7, adjustment.problem);
    bind(add, 8, adjustment.points);
    bind(add, 9, adjustment.percent);
    add.exec();
  });
}

}  // namespace warpledger
