#include "grading/hand_in/adjustments_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "grading/hand_in/csv_file.h"

namespace warpledger {
namespace {

struct AdjustmentColumns {
  explicit AdjustmentColumns(const CsvFile& csv)
      : submission(csv.column({"submission", "name", "student"})),
        points(csv.find({"points"})),
        percent(csv.find({"percent", "%"})),
        reason(csv.column({"reason"})),
        problem(csv.find({"problem"})),
        author(csv.find({"author"})) {
    if (!points && !percent) csv.column({"points", "percent"});
  }

  std::size_t submission;
  std::optional<std::size_t> points, percent;
  std::size_t reason;
  std::optional<std::size_t> problem, author;
};

/// `unit` may follow the number.
std::optional<double> amount_in(const CsvFile& csv, const CsvRow& row, const std::optional<std::size_t>& column,
                                std::string_view unit) {
  std::string_view text = csv.cell(row, column);
  if (text.empty()) return std::nullopt;
  if (!unit.empty() && text.ends_with(unit)) text = trim(text.substr(0, text.size() - unit.size()));
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double amount = 0;
  const auto [stopped, problem] = std::from_chars(text.data(), text.data() + text.size(), amount);
  constexpr double kMost = 1e6;  // sums stay finite
  if (problem != std::errc() || stopped != text.data() + text.size() || !(std::abs(amount) <= kMost))
    csv.refuse(row, fmt::format("'{}' is not an adjustment", csv.cell(row, column)),
               "write a number from -1000000 to 1000000, with a point for its decimals; a percentage has a column of "
               "its own, percent");
  return amount;
}

Adjustment adjustment_in(const CsvFile& csv, const CsvRow& row, const AdjustmentColumns& columns) {
  return {.experiment = {},
          .submission = std::string(csv.cell(row, columns.submission)),
          .problem = std::string(csv.cell(row, columns.problem)),
          .points = amount_in(csv, row, columns.points, ""),
          .percent = amount_in(csv, row, columns.percent, "%"),
          .reason = std::string(csv.cell(row, columns.reason)),
          .author = std::string(csv.cell(row, columns.author)),
          .written_utc = {}};
}

void check_row(const CsvFile& csv, const CsvRow& row, const Adjustment& made,
               const std::vector<std::string>& problems) {
  if (made.submission.empty()) csv.refuse(row, "this line names no submission", "add its name, or remove the line");
  if (made.points && made.percent)
    csv.refuse(row, "an adjustment in both points and percent", "write two lines, or leave one of them out");
  if (made.reason.empty()) csv.refuse(row, "this adjustment has no reason", "write one; the student reads it");
  if (!made.problem.empty() && std::ranges::count(problems, made.problem) == 0)
    csv.refuse(row, fmt::format("there is no problem '{}'", made.problem), did_you_mean(made.problem, problems));
}

}  // namespace

std::vector<Adjustment> read_adjustments(const std::string& file, const std::string& experiment,
                                         const std::vector<std::string>& problems) {
  const CsvFile csv = read_csv_file(file);
  const AdjustmentColumns columns(csv);
  std::vector<Adjustment> all;
  std::map<std::tuple<std::string, std::string, std::optional<double>, std::optional<double>, std::string>, std::size_t>
      lines;
  for (const CsvRow& row : csv.rows) {
    Adjustment made = adjustment_in(csv, row, columns);
    if (!made.points && !made.percent) continue;
    check_row(csv, row, made, problems);
    const auto [known, is_new] =
        lines.emplace(std::tuple(made.submission, made.problem, made.points, made.percent, made.reason), row.line);
    if (!is_new) csv.refuse(row, fmt::format("the same as line {}", known->second), "remove one of them");
    made.experiment = experiment;
    all.push_back(std::move(made));
  }
  if (all.empty()) throw Error({.file = file}, "no line of this file has an amount", "write points or percent in one");
  return all;
}

}  // namespace warpledger
