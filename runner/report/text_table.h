#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_width.h"
#include "report/sheet.h"

namespace warpledger {

/// Minimum useful widths.
inline constexpr std::size_t kShortestBar = 5;
inline constexpr std::size_t kNarrowestText = 20;

/// The terminal's last column stays free.
std::size_t usable(const LineWidth& width);

/// Numbers are right-aligned, text left-aligned; group headings are on a line above, filled with '-'. A bar in the last
/// column takes the rest of the line. Lines with a limit fold wide cells; otherwise only text in the last column is
/// folded.
class TextTable {
 public:
  /// `widths` are those of the selected columns. `sheet` must outlive this.
  TextTable(const Sheet& sheet, Selection selection, std::vector<std::size_t> widths, const LineWidth& width);
  std::string drawn() const;

 private:
  using Lines = std::vector<std::string>;

  /// Drawn columns [first, end) of a group.
  struct GroupSpan {
    std::size_t first = 0;
    std::size_t end = 0;
  };

  std::size_t count() const { return selection_.columns.size(); }
  const Column& column(std::size_t i) const { return sheet_.columns[selection_.columns[i]]; }
  bool wraps(std::size_t i) const { return i + 1 == count() && !column(i).numeric && !column(i).bar; }
  std::size_t width_of(const GroupSpan& span) const;
  void find_groups();
  void widen_for_groups();
  void fit_last_column();
  Lines group_lines(const GroupSpan& span) const;
  Lines heading_lines(std::size_t i) const;
  bool folds(const std::string& cell, std::size_t i) const;
  Lines cell_lines(const std::string& cell, std::size_t i) const;
  std::string aligned(std::string_view text, std::size_t i) const;
  std::string side_by_side(const std::vector<Lines>& parts) const;
  std::string headings() const;
  std::string row(const std::vector<std::string>& cells) const;
  std::string folded_row(const std::vector<std::string>& cells) const;

  const Sheet& sheet_;
  Selection selection_;
  LineWidth width_;
  std::vector<std::size_t> widths_;
  std::vector<GroupSpan> groups_;
};

}  // namespace warpledger
