#include "ledger/view_reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "report/draw.h"
#include "spec/family.h"
#include "spec/library.h"
#include "spec/metrics.h"

namespace warpledger {
namespace {

constexpr const char* kUnexplained = "not described by any view, metric or family";

Cell text(std::string words) { return Cell(std::move(words)); }

std::string markdown_table(const Table& table) { return render_table(table, Format::markdown, {}); }

}  // namespace

ViewReference::ViewReference(const LedgerReader& ledger, const Library& library)
    : ledger_(ledger), comments_(schema_folder(library.roots())), families_{{"parameter", "family", "meaning"}, {}} {
  read_metrics(library);
  read_families(library);
}

void ViewReference::read_metrics(const Library& library) {
  for (const MetricGroup& group : load_metric_groups(library))
    for (const MetricRequest& metric : group.metrics)
      metrics_[metric.name] = {.unit = metric.unit, .meaning = metric.about};
}

void ViewReference::read_families(const Library& library) {
  for (const std::string& name : library.families()) {
    std::optional<Family> family;
    try {
      family = load_family(library, name);
    } catch (const Error&) {
      continue;  // `warpledger list` says what is wrong with it
    }
    const auto explain = [&](const std::string& quantity, const std::string& words) {
      std::string& known = quantities_[quantity].meaning;
      known += fmt::format("{}{}: {}", known.empty() ? "" : "; ", name, words);
    };
    for (const Parameter& parameter : family->parameters) {
      explain(parameter.name, parameter.about);
      families_.rows.push_back({text(parameter.name), text(name), text(parameter.about)});
    }
    for (const WorkCount& work : family->work) explain(work.name, work.value.text());
  }
}

Table ViewReference::views() const {
  Table table{{"view", "rows"}, {}};
  for (const std::string& view : comments_.names()) table.rows.push_back({text(view), text(comments_.about(view))});
  return table;
}

Table ViewReference::columns(const std::string& view) const {
  const std::vector<std::string> views = comments_.names();
  if (std::find(views.begin(), views.end(), view) == views.end())
    throw Error(fmt::format("there is no view '{}'", view), did_you_mean(view, views));
  Table table{{"column", "unit", "meaning"}, {}};
  for (const std::string& column : names_of_columns(view)) {
    const ColumnMeaning known = meaning(view, column).value_or(ColumnMeaning{.unit = "", .meaning = kUnexplained});
    table.rows.push_back({text(column), text(known.unit), text(known.meaning)});
  }
  return table;
}

std::vector<std::string> ViewReference::unexplained() const {
  std::vector<std::string> names;
  for (const std::string& view : comments_.names())
    for (const std::string& column : names_of_columns(view))
      if (!meaning(view, column)) names.push_back(fmt::format("{}.{}", view, column));
  return names;
}

std::string ViewReference::markdown() const {
  std::string page;
  std::vector<std::pair<std::string, Table>> before;
  for (const std::string& view : comments_.names()) {
    const Table table = columns(view);
    page += fmt::format("### `{}`\n\n{}\n\n", view, comments_.about(view));
    const auto same =
        std::find_if(before.begin(), before.end(), [&](const auto& other) { return other.second.rows == table.rows; });
    page += same == before.end() ? markdown_table(table) : fmt::format("Its columns are those of `{}`.\n", same->first);
    page += '\n';
    before.emplace_back(view, table);
  }
  return page +
         "### Parameters of families\n\nColumns of `points` and `point` in a ledger that has points of such a "
         "family.\n\n" +
         markdown_table(families_);
}

std::vector<std::string> ViewReference::names_of_columns(const std::string& view) const {
  return ledger_.query(fmt::format("SELECT * FROM {} LIMIT 0", view)).columns;
}

std::optional<ColumnMeaning> ViewReference::meaning(const std::string& view, const std::string& column) const {
  if (auto said = comments_.meaning(view, column)) return said;
  for (const auto* known : {&metrics_, &quantities_})
    if (const auto found = known->find(column); found != known->end()) return found->second;
  return std::nullopt;
}

}  // namespace warpledger
