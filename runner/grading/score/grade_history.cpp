#include "grading/score/grade_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "grading/score/graded_class.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_files.h"
#include "model/digest.h"
#include "model/samples.h"

namespace warpledger {
namespace {

struct Session {
  std::string uuid, experiment, first_utc;
  std::string run;  ///< UUID of its last run
};

std::vector<Session> sessions_in(const LedgerReader& ledger, const std::string& experiment) {
  const Table rows = ledger.query(fmt::format(
      "SELECT session, experiment, min(started_utc), run_uuid, max(started_utc) FROM (SELECT *, json_extract(settings, "
      "'$.grading.session') AS session FROM runs WHERE NOT forgotten) WHERE session IS NOT NULL AND {} GROUP BY "
      "session, experiment ORDER BY 3, 1",
      experiment.empty() ? "1" : "experiment = " + quoted_text(experiment)));
  std::vector<Session> sessions;
  for (const std::vector<Cell>& row : rows.rows)
    sessions.push_back({text_in(row[0]), text_in(row[1]), text_in(row[2]), text_in(row[3])});
  return sessions;
}

/// Returns the experiment when the session ran; empty if the ledger lacks it.
SourceFile experiment_of(const LedgerReader& ledger, const Session& session) {
  std::vector<SourceFile> files = files_of_run(ledger, session.run);
  const auto found =
      std::ranges::find_if(files, [](const SourceFile& file) { return file.name.starts_with("experiments/"); });
  return found == files.end() ? SourceFile{} : std::move(*found);
}

struct Rules {
  std::string text;
  bool then = false;
  std::optional<GradedClass> graded;
  std::string problem;  ///< why `graded` is absent
};

std::optional<std::string> path_in(const Library& library, const std::string& experiment) {
  const std::vector<std::string> known = library.experiments();
  if (std::ranges::count(known, experiment) == 0) return std::nullopt;
  return library.experiment_path(experiment);
}

Rules graded_by(const GradeHistoryRequest& request, const Library& library, const Session& session,
                const SourceFile& stored) {
  const std::optional<std::string> now = request.rules_then ? std::nullopt : path_in(library, session.experiment);
  Rules rules{.text = now ? read_file(*now) : stored.text, .then = !now, .graded = {}, .problem = {}};
  try {
    std::optional<TemporaryFolder> then;
    std::vector<std::string> roots = library.roots();
    if (!now) {
      write_files({stored}, (then.emplace().path() / "files").string());
      roots.insert(roots.begin(), (then->path() / "files").string());
    }
    const Library read(roots);
    rules.graded = grade_session(request.ledger, library, load_graded_experiment(read, session.experiment),
                                 session.uuid, request.times);
  } catch (const Error& error) {
    rules.problem = error.problem();
  }
  return rules;
}

std::vector<Cell> points_of(const GradedSubmission& one) {
  return {points_cell(one.sheet.total), points_cell(one.sheet.possible), points_cell(one.sheet.open_points)};
}

std::vector<Cell> points_of(const GradedClass& graded) {
  std::vector<double> totals, open;
  for (const GradedSubmission& one : graded.submissions) {
    totals.push_back(one.sheet.total);
    open.push_back(one.sheet.open_points);
  }
  const double possible = graded.submissions.front().sheet.possible;
  return {points_cell(median(totals)), points_cell(possible), points_cell(median(open))};
}

std::vector<Cell> row_of(const Session& session, const Rules& rules, bool same_then, std::vector<Cell> points) {
  constexpr std::size_t kShownDigits = 8;
  const std::optional<GradedClass>& graded = rules.graded;
  std::vector<Cell> row = {session.experiment,
                           session.uuid.substr(0, kShownDigits),
                           session.first_utc,
                           graded ? Cell(graded->device) : Cell(),
                           sha256(rules.text).substr(0, kShownDigits),
                           rules.then ? "then" : "now",
                           static_cast<std::int64_t>(same_then),
                           graded ? Cell(static_cast<std::int64_t>(graded->submissions.size())) : Cell()};
  row.insert(row.end(), points.begin(), points.end());
  row.emplace_back(rules.problem);
  return row;
}

}  // namespace

Table grade_history(const GradeHistoryRequest& request, const Library& library) {
  const LedgerReader ledger = open_ledger(request.ledger, library);
  Table table{{"experiment", "session", "graded_utc", "device", "rules", "rules_of", "same_then", "submissions",
               "points", "possible_points", "open_points", "problem"},
              {}};
  for (const Session& session : sessions_in(ledger, request.experiment)) {
    const SourceFile stored = experiment_of(ledger, session);
    const Rules rules = graded_by(request, library, session, stored);
    std::vector<Cell> points(3);
    if (rules.graded && !request.submission.empty()) {
      const auto& all = rules.graded->submissions;
      const auto own =
          std::ranges::find(all, request.submission, [](const GradedSubmission& one) { return one.sheet.submission; });
      if (own == all.end()) continue;
      points = points_of(*own);
    } else if (rules.graded && !rules.graded->submissions.empty()) {
      points = points_of(*rules.graded);
    }
    table.rows.push_back(row_of(session, rules, rules.text == stored.text, std::move(points)));
  }
  if (table.rows.empty())
    throw Error({.file = request.ledger}, "this ledger has no such grading",
                "`warpledger list gradings` lists them, and a grading's submissions are in its class page");
  return table;
}

}  // namespace warpledger
