#include "store/marks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/table.h"

namespace warpledger {
namespace {

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
