#include "run/plan_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <variant>

#include "base/text.h"
#include "ledger/ledger_reader.h"

namespace warpledger {
namespace {

/// Mean wall time per point of earlier runs on this device, if any.
std::optional<double> seconds_a_point(const std::string& ledger, const Opened& opened, const Device& device) {
  if (!std::filesystem::exists(ledger)) return std::nullopt;
  const Table answer =
      open_ledger(ledger, opened.library)
          .query(fmt::format("SELECT avg(wall_s) FROM points WHERE experiment = '{}' AND device_uuid = '{}'",
                             opened.experiment.name, device.uuid));
  const double* mean = std::get_if<double>(&answer.rows.at(0).at(0));
  return mean ? std::optional<double>(*mean) : std::nullopt;
}

/// True if the launch does not follow from the experiment's blocks and warps.
bool is_of_kernel(const Plan& plan, const PointLine& line) {
  if (std::holds_alternative<std::monostate>(line.grid)) return false;
  return std::ranges::any_of(std::array{"blocks", "warps"}, [&](const char* name) {
    const auto at = std::ranges::find(plan.columns(), name);
    return at == plan.columns().end() ||
           std::holds_alternative<std::monostate>(line.values[static_cast<std::size_t>(at - plan.columns().begin())]);
  });
}

}  // namespace

Table first_points(const Plan& plan, const std::vector<std::int64_t>& ordinals, std::int64_t limit) {
  std::vector<PointLine> lines;
  for (const std::int64_t ordinal : ordinals) {
    if (static_cast<std::int64_t>(lines.size()) == limit) break;
    lines.push_back(plan.line(ordinal));
  }
  const bool has_own_launch =
      std::ranges::any_of(lines, [&](const PointLine& line) { return is_of_kernel(plan, line); });
  Table table{{"point", "kernel"}, {}};
  table.columns.insert(table.columns.end(), plan.columns().begin(), plan.columns().end());
  if (has_own_launch) table.columns.insert(table.columns.end(), {"grid", "block"});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<Cell>& row = table.rows.emplace_back(std::vector<Cell>{ordinals[i], lines[i].instance});
    for (const Cell& value : lines[i].values) {
      const auto number = number_in(value);
      row.emplace_back(number ? fmt::format("{}", *number) : text_in(value));
    }
    if (has_own_launch) row.insert(row.end(), {lines[i].grid, lines[i].block});
  }
  return table;
}

std::string time_estimate(const std::string& ledger, const Opened& opened, const Device& device,
                          std::int64_t point_count) {
  const auto points = static_cast<double>(point_count);
  const double most_s = points * opened.experiment.measure.time_limit_s;
  if (const auto mean_s = seconds_a_point(ledger, opened, device)) {
    return fmt::format(
        "about {} at {} per point as in earlier runs in {}, counters excluded; at most {} by the time limit",
        human_seconds(points * *mean_s), human_seconds(*mean_s), ledger, human_seconds(most_s));
  }
  return fmt::format("at most {} by the time limit of {} per point; {} has no earlier run to estimate from",
                     human_seconds(most_s), human_seconds(opened.experiment.measure.time_limit_s), ledger);
}

std::string left_out_note(const Plan& plan) {
  std::string note;
  if (!plan.left_out().empty())
    note = fmt::format(
        "left out: {}; library programs, PTX and machine code run on a GPU, and library programs not beside a "
        "submission\n",
        join(plan.left_out()));
  if (const std::vector<std::string> names = plan.filtered_out(); !names.empty())
    note += fmt::format("left out: {}; `where` leaves no point of {}\n", join(names),
                        names.size() == 1 ? "this kernel" : "these kernels");
  return note;
}

std::string coinciding_note(const Plan& plan) {
  if (plan.coinciding().empty()) return {};
  const auto [first, second] = plan.coinciding().front();
  const std::size_t count = plan.coinciding().size();
  return fmt::format(
      "{} on this device: points {} and {}, {} and {}{}\n",
      count == 1 ? "two declared points are the same" : "declared points are the same", first, second,
      plan.job(first).identity, plan.job(second).identity,
      count == 1 ? "" : fmt::format(" (and {} more pairs)", with_thousands(static_cast<std::int64_t>(count) - 1)));
}

}  // namespace warpledger
