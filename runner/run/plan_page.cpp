#include "run/plan_page.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <variant>

#include "base/text.h"
#include "ledger/ledger_reader.h"

namespace warpledger {
namespace {

/// Mean wall time per point of this experiment in earlier runs on this device, if the ledger has any.
std::optional<double> seconds_a_point(const std::string& ledger, const Opened& opened, const Device& device) {
  if (!std::filesystem::exists(ledger)) return std::nullopt;
  const Table answer =
      open_ledger(ledger, opened.library)
          .query(fmt::format("SELECT avg(wall_s) FROM points WHERE experiment = '{}' AND device_uuid = '{}'",
                             opened.experiment.name, device.uuid));
  const double* mean = std::get_if<double>(&answer.rows.at(0).at(0));
  return mean ? std::optional<double>(*mean) : std::nullopt;
}

}  // namespace

Table first_points(const Plan& plan, const std::vector<std::int64_t>& ordinals, std::int64_t limit) {
  Table table{{"point", "kernel"}, {}};
  table.columns.insert(table.columns.end(), plan.columns().begin(), plan.columns().end());
  for (const std::int64_t ordinal : ordinals) {
    if (static_cast<std::int64_t>(table.rows.size()) == limit) break;
    const PointLine line = plan.line(ordinal);
    std::vector<Cell>& row = table.rows.emplace_back(std::vector<Cell>{ordinal, line.instance});
    for (const Cell& value : line.values) {
      const auto number = number_in(value);
      row.emplace_back(number ? fmt::format("{}", *number) : text_in(value));
    }
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

}  // namespace warpledger
