#include "ledger/contents.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "model/table.h"
#include "spec/comparison.h"
#include "spec/library.h"
#include "spec/timed_launches.h"

namespace warpledger {
namespace {

constexpr std::size_t kShownOfUuid = 8;
constexpr const char* kSubmission = "submission";

std::vector<std::string> run_columns(ListFor reader) {
  if (reader == ListFor::people)
    return {"run", "started (UTC)", "experiment", kSubmission, "device", "points", "planned", "ended", "tags"};
  return {"run_uuid",       "started_utc", "experiment", kSubmission, "device_name", "recorded_points",
          "planned_points", "outcome",     "tags",       "forgotten", "tool"};
}

std::vector<std::string> grading_columns(ListFor reader) {
  if (reader == ListFor::people)
    return {"grading", "started (UTC)", "experiment", "device", "submissions", "runs", "not finished"};
  return {"session", "started_utc", "experiment", "device_name", "submissions", "runs", "not_finished"};
}

std::string shown_uuid(const std::string& uuid, ListFor reader) {
  return reader == ListFor::people ? uuid.substr(0, kShownOfUuid) : uuid;
}

std::vector<Cell> row_of(const RunSummary& run, ListFor reader) {
  const Cell submission = run.submission.empty() ? Cell() : Cell(run.submission);
  const bool is_marked = reader == ListFor::people && run.forgotten;
  std::vector<Cell> row = {shown_uuid(run.uuid, reader),
                           run.started_utc,
                           run.experiment,
                           submission,
                           run.device_name,
                           run.recorded_points,
                           run.planned_points,
                           run.outcome + (is_marked ? ", forgotten" : ""),
                           run.tags};
  if (reader == ListFor::programs) {
    if (run.tags.empty()) row.back() = Cell();
    row.emplace_back(static_cast<std::int64_t>(run.forgotten));
    row.emplace_back(run.tool);  // an imported run's experiment begins with it
  }
  return row;
}

void drop_column_if_empty(Table& table, const char* name) {
  const auto at = std::ranges::find(table.columns, name) - table.columns.begin();
  if (std::ranges::any_of(table.rows, [&](const auto& row) { return row.begin()[at] != Cell(); })) return;
  table.columns.erase(table.columns.begin() + at);
  for (std::vector<Cell>& row : table.rows) row.erase(row.begin() + at);
}

struct GradedSession {
  const RunSummary* first = nullptr;
  std::string uuid;
  std::set<std::string> submissions;  ///< runs of the reference have none
  std::int64_t runs = 0;
  std::int64_t not_finished = 0;

  void add(const RunSummary& run, const RunOfGrading& graded) {
    if (first == nullptr) first = &run;
    uuid = graded.session;
    if (!graded.submission.empty()) submissions.insert(graded.submission);
    ++runs;
    if (run.outcome != "finished") ++not_finished;
  }
};

/// An unreadable file must not hide the others.
std::string about(const std::string& file) {
  try {
    return about_in(file);
  } catch (const Error& error) {
    return "cannot be read: " + error.problem();
  }
}

Table experiments(const Library& library) {
  Table table{{"experiment", "about"}, {}};
  for (const std::string& name : library.experiments())
    table.rows.push_back({name, about(library.experiment_path(name))});
  return table;
}

Table families(const Library& library) {
  Table table{{"family", "about"}, {}};
  for (const std::string& name : library.families())
    table.rows.push_back({name, about(library.family_folder(name) + "/family.yaml")});
  return table;
}

Table reports(const Library& library) {
  Table table{{"report", "file"}, {}};
  for (const std::string& name : library.reports()) table.rows.push_back({name, library.report_path(name)});
  return table;
}

std::pair<Table, Table> run_lists(const ContentsRequest& request, const Library& library) {
  // Without a ledger, only a list of everything works.
  if (request.kind.empty() && !std::filesystem::exists(request.ledger)) return {};
  const LedgerReader ledger = open_ledger(request.ledger, library);
  const std::vector<RunSummary> runs = ledger.runs();
  const RunsOfGradings graded = runs_of_gradings(ledger);
  return {grading_list(runs, graded, request.all, request.reader), run_list(runs, graded, request.all, request.reader)};
}

std::string allowed(const Parameter& parameter) {
  if (parameter.of_experiment) return "files of the experiment";
  if (parameter.has_words()) return join(parameter.words);
  if (!parameter.values.empty()) return fmt::format("{}", fmt::join(parameter.values, ", "));
  std::vector<std::string> bounds;
  if (parameter.min) bounds.push_back(fmt::format(">= {}", *parameter.min));
  if (parameter.max) bounds.push_back(fmt::format("<= {}", *parameter.max));
  return join(bounds, " and ");
}

std::string values_of(const Axis& axis) {
  if (axis.range) return fmt::format("{} to {}", axis.range->from.text(), axis.range->to.text());
  std::vector<std::string> rows;
  for (const std::vector<Expression>& row : axis.rows) {
    std::vector<std::string> texts;
    for (const Expression& value : row) texts.push_back(value.text());
    rows.push_back(join(texts, "/"));
  }
  return join(rows);
}

}  // namespace

RunsOfGradings runs_of_gradings(const LedgerReader& ledger) {
  RunsOfGradings runs;
  for (const std::vector<Cell>& row : ledger
                                          .query("SELECT run_uuid, json_extract(settings, '$.grading.session') AS "
                                                 "session, submission FROM runs WHERE session IS NOT NULL")
                                          .rows)
    runs[text_in(row[0])] = {.session = text_in(row[1]), .submission = text_in(row[2])};
  return runs;
}

Table run_list(std::span<const RunSummary> runs, const RunsOfGradings& graded, bool all, ListFor reader) {
  Table table{run_columns(reader), {}};
  for (const RunSummary& run : runs)
    if (all || !(run.forgotten || graded.contains(run.uuid))) table.rows.push_back(row_of(run, reader));
  if (reader == ListFor::people) drop_column_if_empty(table, kSubmission);
  return table;
}

Table grading_list(std::span<const RunSummary> runs, const RunsOfGradings& graded, bool all, ListFor reader) {
  std::vector<GradedSession> sessions;
  std::map<std::pair<std::string, std::string>, std::size_t> place;  // by session and device
  for (const RunSummary& run : runs) {
    const auto of_grading = graded.find(run.uuid);
    if (of_grading == graded.end() || (run.forgotten && !all)) continue;
    const auto [found, is_new] = place.try_emplace({of_grading->second.session, run.device_name}, sessions.size());
    if (is_new) sessions.emplace_back();
    sessions[found->second].add(run, of_grading->second);
  }
  Table table{grading_columns(reader), {}};
  for (const GradedSession& session : sessions)
    table.rows.push_back({shown_uuid(session.uuid, reader), session.first->started_utc, session.first->experiment,
                          session.first->device_name, static_cast<std::int64_t>(session.submissions.size()),
                          session.runs, session.not_finished});
  return table;
}

std::vector<std::pair<std::string, Table>> contents(const ContentsRequest& request, const Library& library) {
  std::vector<std::pair<std::string, Table>> tables;
  const auto add = [&](const char* kind, const auto& table) {
    if (request.kind.empty() || request.kind == kind) tables.emplace_back(kind, table());
  };
  add("experiments", [&] { return experiments(library); });
  add("families", [&] { return families(library); });
  add("reports", [&] { return reports(library); });
  if (!request.kind.empty() && request.kind != "gradings" && request.kind != "runs") return tables;
  const auto [gradings, runs] = run_lists(request, library);
  add("gradings", [&gradings = gradings] { return gradings; });
  add("runs", [&runs = runs] { return runs; });
  return tables;
}

Table parameters_of(const Family& family) {
  Table parameters{{"parameter", "type", "allowed", "default", "about"}, {}};
  for (const Parameter& p : family.parameters) {
    parameters.rows.push_back({p.name, name_of(p.type), allowed(p),
                               p.default_value ? p.default_value->text() : std::string("given by the experiment"),
                               p.about});
  }
  return parameters;
}

Table outputs_of(const Family& family) {
  Table outputs{{"output", "compared with", "accepted when"}, {}};
  for (const BufferTemplate& buffer : family.buffers)
    if (is_output(buffer))
      outputs.rows.push_back({buffer.base.name, compared_with(family, buffer), accepted_when(buffer)});
  return outputs;
}

Table kernels_of(const Family& family) {
  Table kernels{{"kernel", "source", "launches", "timed as"}, {}};
  for (const Kernel& kernel : family.kernels)
    kernels.rows.push_back({kernel.name, kernel.program.main.name + (is_library(kernel.program) ? " (library)" : ""),
                            static_cast<std::int64_t>(kernel.launches.size()), unusual_launches(kernel)});
  return kernels;
}

Table axes_of(const Experiment& experiment) {
  Table axes{{"axis", "values"}, {}};
  for (const Axis& axis : experiment.grid.outer) axes.rows.push_back({axis.name, values_of(axis)});
  for (const KernelChoice& choice : experiment.grid.kernels) {
    std::string kernel = experiment.kernel_of(choice).name;
    for (const Axis& axis : choice.axes) kernel += fmt::format("  {}: {}", axis.name, values_of(axis));
    axes.rows.push_back({std::string("kernel"), kernel});
  }
  for (const Axis& axis : experiment.grid.inner) axes.rows.push_back({axis.name, values_of(axis)});
  return axes;
}

Table metrics_of(const Experiment& experiment) {
  Table metrics{{"metric", "unit", "about"}, {}};
  for (const MetricRequest& metric : experiment.metrics)
    metrics.rows.push_back({metric.name, metric.unit, metric.about});
  return metrics;
}

}  // namespace warpledger
