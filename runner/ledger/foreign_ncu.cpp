#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "ledger/foreign_results.h"

// Nsight Compute's `--csv`: lines of other programs, then a table. The raw page has a header, a row of units and a row
// for each launch; the details page, which is ncu's default, a header and a row for each metric of a launch. ncu's own
// messages begin with "==PROF==" and the like; one that it prints at its end stands behind the table.

namespace warpledger {
namespace {

using CsvRow = std::vector<std::string>;

/// One record; `at` moves behind it. Fields are in quotes, doubled inside, or bare.
CsvRow next_row(const std::string& text, std::size_t& at) {
  CsvRow row(1);
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' && quoted && at + 1 < text.size() && text[at + 1] == '"')
      row.back() += text[++at];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      row.emplace_back();
    else if (c == '\n' && !quoted)
      break;
    else if (c != '\r' || quoted)
      row.back() += c;
  }
  if (quoted) throw Error("a quote is not closed", "repair the file");
  ++at;
  return row;
}

struct NcuRow {
  std::size_t line = 0;                       ///< where it begins, from 1
  std::map<std::string, std::string> fields;  ///< by their columns' names
};

std::string field(const NcuRow& row, const char* name) {
  const auto found = row.fields.find(name);
  if (found == row.fields.end())
    throw Error(fmt::format("it has no column '{}'", name), "import the output of ncu --csv");
  return found->second;
}

double ns_of(const std::string& unit) {
  static const std::map<std::string, double> kUnits = {{"ns", 1},   {"nsecond", 1},   {"us", 1e3}, {"usecond", 1e3},
                                                       {"ms", 1e6}, {"msecond", 1e6}, {"s", 1e9},  {"second", 1e9}};
  const auto found = kUnits.find(unit);
  if (found == kUnits.end()) throw Error(fmt::format("gpu__time_duration.sum is in '{}'", unit), "repair the file");
  return found->second;
}

/// ncu groups digits by commas: "1,234.5". In other locales it writes "1.234,5", which is refused: "1.234" alone could
/// be either.
double ncu_number(std::string text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == ',' && (i > point || (point - i) % 4 != 0))
      throw Error(fmt::format("'{}' is not a number as ncu writes it in English", printable(text)),
                  "run ncu --csv with LC_ALL=C");
  std::erase(text, ',');
  return foreign_number(text);
}

/// What a table says of one launch.
struct NcuLaunch {
  std::size_t line = 0;
  std::string kernel, grid, block;
  std::optional<double> time_ns;
  std::vector<Metric> metrics;
};

/// Adds a value of a launch. "n/a" is none, and some metrics have words as values.
void add_value(NcuLaunch& launch, const std::string& name, const std::string& unit, const std::string& value) {
  const bool is_time = name == "gpu__time_duration.sum" || name == "Duration";
  const bool is_number = value.find_first_not_of("0123456789.,-+eE") == std::string::npos;
  if (value.empty() || value == "n/a" || (!is_number && !is_time)) return;
  const double number = ncu_number(value);
  if (is_time && !launch.time_ns) launch.time_ns = foreign_time_ns(number, ns_of(unit));
  launch.metrics.push_back({name, number, unit, "cupti", ""});
}

/// Where the header begins.
std::size_t header_of(const std::string& text) {
  for (const char* start : {"\"ID\",", "ID,"}) {
    if (text.starts_with(start)) return 0;
    if (const std::size_t found = text.find(std::string("\n") + start); found != std::string::npos) return found + 1;
  }
  throw Error("it is neither JSON nor has a line that begins with \"ID\"", "import the output of ncu --csv");
}

NcuRow row_of(const CsvRow& header, const CsvRow& fields, std::size_t line) {
  if (fields.size() != header.size())
    throw Error(fmt::format("a row has {} fields, the header {}", fields.size(), header.size()), "repair the file");
  NcuRow row{.line = line, .fields = {}};
  for (std::size_t i = 0; i < header.size(); ++i) row.fields[header[i]] = fields[i];
  return row;
}

std::string place_of(std::size_t line) { return fmt::format("line {}", line); }

/// The rows of the table, behind the header, which ends at `at`.
std::vector<NcuRow> rows_of(const std::string& text, std::size_t at, const CsvRow& header) {
  const auto lines_in = [&](std::size_t begin, std::size_t end) {
    return static_cast<std::size_t>(std::ranges::count(std::string_view(text).substr(begin, end - begin), '\n'));
  };
  std::vector<NcuRow> rows;
  for (std::size_t line = 1 + lines_in(0, at); at < text.size();) {
    const std::size_t begin = at;
    in_result(place_of(line), [&] {
      const CsvRow fields = next_row(text, at);
      if (fields != CsvRow{""} && !fields.front().starts_with("==")) rows.push_back(row_of(header, fields, line));
    });
    line += lines_in(begin, at);
  }
  return rows;
}

NcuLaunch launch_of(const NcuRow& row) {
  return {.line = row.line,
          .kernel = field(row, "Kernel Name"),
          .grid = field(row, "Grid Size"),
          .block = field(row, "Block Size"),
          .time_ns = {},
          .metrics = {}};
}

/// Of the raw page. The names of metrics have two underscores, "sm__cycles_active.avg".
std::vector<NcuLaunch> raw_launches(const std::vector<NcuRow>& rows) {
  if (rows.empty()) throw Error("it has no row of units", "import the output of ncu --csv");
  std::vector<NcuLaunch> launches;
  for (std::size_t i = 1; i < rows.size(); ++i)
    in_result(place_of(rows[i].line), [&] {
      NcuLaunch& launch = launches.emplace_back(launch_of(rows[i]));
      for (const auto& [name, value] : rows[i].fields)
        if (name.find("__") != std::string::npos) add_value(launch, name, rows.front().fields.at(name), value);
    });
  return launches;
}

/// Of the details page. Two sections may have a metric of the same name: the second one has its section's name behind
/// it.
std::vector<NcuLaunch> detailed_launches(const std::vector<NcuRow>& rows) {
  std::vector<NcuLaunch> launches;
  std::string id;
  std::set<std::string> names;
  for (const auto& row : rows) {
    if (launches.empty() || field(row, "ID") != id) {
      id = field(row, "ID");
      launches.push_back(launch_of(row));
      names.clear();
    }
    std::string name = field(row, "Metric Name");
    if (name.empty()) continue;  // a row of advice
    if (!names.insert(name).second) name += fmt::format(" ({})", field(row, "Section Name"));
    in_result(place_of(row.line),
              [&] { add_value(launches.back(), name, field(row, "Metric Unit"), field(row, "Metric Value")); });
  }
  return launches;
}

}  // namespace

ForeignResults read_ncu(const std::string& text) {
  std::size_t at = header_of(text);
  const CsvRow header = next_row(text, at);
  const auto rows = rows_of(text, at, header);
  const bool detailed = std::ranges::count(header, "Metric Name") > 0;
  ForeignResults results{.tool = "ncu",
                         .clock = "ncu gpu__time_duration",
                         .backend = "cuda",
                         .device_name = "unknown device",
                         .started_utc = {},
                         .points = {}};
  std::map<std::vector<std::string>, std::size_t> place;
  for (NcuLaunch& launch : detailed ? detailed_launches(rows) : raw_launches(rows)) {
    const auto [found, is_new] = place.try_emplace({launch.kernel, launch.grid, launch.block}, results.points.size());
    if (is_new)
      in_result(place_of(launch.line), [&] {
        results.points.push_back(checked_point({.name = launch.kernel,
                                                .parameters = {{"grid", launch.grid}, {"block", launch.block}},
                                                .reason = {},
                                                .times_ns = {},
                                                .metrics = std::move(launch.metrics)}));
      });
    if (launch.time_ns) results.points[found->second].times_ns.push_back(*launch.time_ns);
  }
  return results;
}

}  // namespace warpledger
