#include "store/basis.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/sql_text.h"
#include "model/table.h"

namespace warpledger {
namespace {

/// `ids`: a list, or a SELECT of one.
std::string value_of_kinds(const std::string& ids) {
  return fmt::format("(SELECT value FROM main.metric WHERE point = p.id AND kind IN ({}))", ids);
}

/// What becomes of a cell in another basis.
enum class Change : std::uint8_t {
  none,
  differs,
  gone,  ///< its row is not there
};

using Changes = std::vector<std::vector<Change>>;

std::vector<Cell> sorted_column(const Table& table, std::size_t column) {
  std::vector<Cell> cells;
  cells.reserve(table.rows.size());
  for (const std::vector<Cell>& row : table.rows) cells.push_back(row.at(column));
  std::sort(cells.begin(), cells.end());
  return cells;
}

/// The columns of `other` that hold nothing but what `shown` holds there, too.
std::vector<std::size_t> unchanged_columns(const Table& shown, const Table& other) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < shown.columns.size(); ++i) {
    const std::vector<Cell> before = sorted_column(shown, i), after = sorted_column(other, i);
    if (std::includes(before.begin(), before.end(), after.begin(), after.end())) columns.push_back(i);
  }
  return columns;
}

/// Rows by what they hold in some columns; those that hold the same come in their order.
class RowFinder {
 public:
  RowFinder(const Table& table, std::vector<std::size_t> columns) : table_(table), columns_(std::move(columns)) {
    for (auto row = table_.rows.rbegin(); row != table_.rows.rend(); ++row) left_[key(*row)].push_back(&*row);
  }

  /// The next row that equals `row` in these columns; null when none is left.
  const std::vector<Cell>* take(const std::vector<Cell>& row) {
    const auto found = left_.find(key(row));
    if (found == left_.end() || found->second.empty()) return nullptr;
    const std::vector<Cell>* match = found->second.back();
    found->second.pop_back();
    return match;
  }

 private:
  std::vector<Cell> key(const std::vector<Cell>& row) const {
    std::vector<Cell> cells;
    cells.reserve(columns_.size());
    for (const std::size_t column : columns_) cells.push_back(row[column]);
    return cells;
  }

  const Table& table_;
  std::vector<std::size_t> columns_;
  std::map<std::vector<Cell>, std::vector<const std::vector<Cell>*>> left_;  ///< the next one last
};

Changes changes(const Table& shown, const Table& other) {
  RowFinder finder(other, unchanged_columns(shown, other));
  Changes all;
  all.reserve(shown.rows.size());
  for (const std::vector<Cell>& row : shown.rows) {
    const std::vector<Cell>* match = finder.take(row);
    std::vector<Change>& cells = all.emplace_back(row.size(), Change::gone);
    if (match == nullptr) continue;
    for (std::size_t i = 0; i < row.size(); ++i) cells[i] = row[i] == (*match)[i] ? Change::none : Change::differs;
  }
  return all;
}

bool is_plain_text(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  return text != nullptr && !text->starts_with(kCellMark);
}

/// Whether a cell shows something that may be modelled.
bool is_affected(const Cell& cell, Change without_estimates) {
  if (without_estimates == Change::none || std::holds_alternative<std::monostate>(cell)) return false;
  return without_estimates == Change::differs || !is_plain_text(cell);
}

}  // namespace

void create_bases(SQLite::Database& database) {
  database.exec(R"sql(
    CREATE TEMP TABLE basis (
      basis       TEXT PRIMARY KEY,
      measured    INTEGER NOT NULL,  -- whether counters and times are there
      any_device  INTEGER NOT NULL,  -- whether estimates are there on every device, else on the host only
      confidences TEXT NOT NULL,     -- of the estimates that are there
      bound       TEXT NOT NULL      -- which number of an estimate
    ) STRICT, WITHOUT ROWID;
    INSERT INTO temp.basis VALUES
      ('shown',     1, 0, 'exact good poor', 'value'),
      ('measured',  1, 0, '',                'value'),
      ('firm',      1, 0, 'exact good',      'value'),
      ('uncounted', 0, 0, 'exact good poor', 'value'),
      ('modelled',  0, 1, 'exact good poor', 'value'),
      ('lower',     0, 1, 'exact good poor', 'lower'),
      ('upper',     0, 1, 'exact good poor', 'upper'),
      ('good',      0, 1, 'exact good',      'value'),
      ('exact',     0, 1, 'exact',           'value');
    CREATE TEMP TABLE selected_basis (basis TEXT NOT NULL);
    INSERT INTO temp.selected_basis VALUES ('shown');
  )sql");
}

void select_basis(SQLite::Database& database, const std::string& basis) {
  SQLite::Statement select(database, "UPDATE temp.selected_basis SET basis = ?");
  SQLite::bind(select, basis);
  select.exec();
}

std::map<std::string, MetricKinds> metric_kinds(SQLite::Database& database) {
  std::map<std::string, MetricKinds> kinds;
  SQLite::Statement rows(database, "SELECT name, id, source = 'attribute' FROM main.metric_kind ORDER BY id");
  while (rows.executeStep()) {
    MetricKinds& of_name = kinds[rows.getColumn(0).getString()];
    (rows.getColumn(2).getInt() == 1 ? of_name.attributes : of_name.readings).push_back(rows.getColumn(1).getInt64());
  }
  return kinds;
}

std::string metric_in_basis(const std::map<std::string, MetricKinds>& kinds, const std::string& name,
                            bool may_be_modelled) {
  std::vector<std::string> sources;
  if (const auto found = kinds.find(name); found == kinds.end()) {
    // A run under way may record it later. SQLite asks whether it did once per statement, where looking for its value
    // in each point took 14 s of 100,000 points.
    const std::string kind = fmt::format("FROM main.metric_kind WHERE name = {}", quoted_text(name));
    sources.push_back(fmt::format("CASE WHEN b.measured AND EXISTS (SELECT 1 {}) THEN {} END", kind,
                                  value_of_kinds("SELECT id " + kind)));
  } else {
    if (const auto& ids = found->second.attributes; !ids.empty())
      sources.push_back(value_of_kinds(fmt::format("{}", fmt::join(ids, ", "))));
    if (const auto& ids = found->second.readings; !ids.empty())
      sources.push_back(
          fmt::format("CASE WHEN b.measured THEN {} END", value_of_kinds(fmt::format("{}", fmt::join(ids, ", ")))));
  }
  // The newest estimate is chosen first and judged then: an older one must not stand in for it.
  if (may_be_modelled)
    sources.push_back(fmt::format(
        "CASE WHEN b.any_device OR f.backend = 'host' THEN (SELECT CASE WHEN instr(b.confidences, confidence) "
        "THEN CASE b.bound WHEN 'lower' THEN lower WHEN 'upper' THEN upper ELSE value END END FROM main.estimate "
        "WHERE point = p.id AND name = {} ORDER BY generation DESC LIMIT 1) END",
        quoted_text(name)));
  return sources.size() == 1 ? sources.front() : fmt::format("coalesce({})", fmt::join(sources, ", "));
}

Table marked_answer(const AnswerIn& answer) {
  Table shown = answer("shown");
  const Changes without_estimates = changes(shown, answer("measured"));
  std::vector<std::vector<Mark>> marks;
  bool any = false;
  for (std::size_t row = 0; row < shown.rows.size(); ++row) {
    std::vector<Mark>& cells = marks.emplace_back();
    for (std::size_t i = 0; i < shown.rows[row].size(); ++i) {
      const bool modelled = is_affected(shown.rows[row][i], without_estimates[row][i]);
      cells.push_back(modelled ? Mark::modelled : Mark::none);
      any |= modelled;
    }
  }
  if (!any) return shown;
  const Changes without_poor = changes(shown, answer("firm"));
  const Changes without_measured = changes(shown, answer("uncounted"));
  for (std::size_t row = 0; row < marks.size(); ++row)
    for (std::size_t i = 0; i < marks[row].size(); ++i) {
      if (marks[row][i] == Mark::none) continue;
      if (without_poor[row][i] != Change::none) marks[row][i] = Mark::poor;
      if (without_estimates[row][i] == Change::differs && without_measured[row][i] == Change::differs)
        marks[row][i] = Mark::mixed;
    }
  shown.marks = std::move(marks);
  return shown;
}

}  // namespace warpledger
