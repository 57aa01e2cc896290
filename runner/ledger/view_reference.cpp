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

bool has_name_of(const Table& table, const std::vector<Cell>& column) {
  return std::ranges::any_of(table.rows, [&](const auto& row) { return row.front() == column.front(); });
}

bool has_columns(const Table& table, const Table& others) {
  return std::ranges::all_of(others.rows, [&](const auto& row) { return has_name_of(table, row); });
}

/// A short table is repeated instead.
bool is_worth_naming(const Table& table) { return table.rows.size() >= 10; }

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
      continue;  // `warpledger list` reports the error
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
    Table table = columns(view);
    page += fmt::format("### `{}`\n\n{}\n\n", view, comments_.about(view));
    const auto included = std::ranges::find_if(
        before, [&](const auto& other) { return is_worth_naming(other.second) && has_columns(table, other.second); });
    const Table whole = table;
    if (included != before.end()) {
      std::erase_if(table.rows, [&](const auto& row) { return has_name_of(included->second, row); });
      page += table.rows.empty() ? fmt::format("Its columns are those of `{}`.\n\n", included->first)
                                 : fmt::format("The columns of `{}`, and:\n\n", included->first);
    }
    if (!table.rows.empty()) page += markdown_table(table) + '\n';
    before.emplace_back(view, whole);
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
  for (const auto& [end, which] : {std::pair{"_low", "lower"}, std::pair{"_high", "upper"}})
    if (view.ends_with("_modelled") && column.ends_with(end))
      if (const auto value = meaning(view, column.substr(0, column.size() - std::string_view(end).size())))
        return ColumnMeaning{.unit = value->unit, .meaning = fmt::format("{} bound", which)};
  if (auto said = comments_.meaning(view, column)) return said;
  for (const auto* known : {&metrics_, &quantities_})
    if (const auto found = known->find(column); found != known->end()) return found->second;
  return std::nullopt;
}

}  // namespace warpledger
