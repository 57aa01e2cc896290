#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "ledger/foreign_results.h"

// Nsight Compute's `--csv --page raw`: lines of other programs, a header, a row of units, a row for each launch. ncu's
// own messages begin with "==PROF==" and the like; one that it prints at its end stands behind the table.

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

std::string field(const std::map<std::string, std::string>& row, const char* name) {
  const auto found = row.find(name);
  if (found == row.end())
    throw Error(fmt::format("it has no column '{}'", name), "import the output of ncu --csv --page raw");
  return found->second;
}

double ns_of(const std::string& unit) {
  static const std::map<std::string, double> kUnits = {{"ns", 1},   {"nsecond", 1},   {"us", 1e3}, {"usecond", 1e3},
                                                       {"ms", 1e6}, {"msecond", 1e6}, {"s", 1e9},  {"second", 1e9}};
  const auto found = kUnits.find(unit);
  if (found == kUnits.end()) throw Error(fmt::format("gpu__time_duration.sum is in '{}'", unit), "repair the file");
  return found->second;
}

/// ncu groups digits by commas: "1,234.5".
double ncu_number(std::string text) {
  std::erase(text, ',');
  return foreign_number(text);
}

/// The columns of metrics: their names have two underscores, "sm__cycles_active.avg". Some have words as values.
std::vector<Metric> ncu_metrics(const CsvRow& header, const CsvRow& units, const CsvRow& row) {
  std::vector<Metric> metrics;
  for (std::size_t i = 0; i < header.size(); ++i)
    if (header[i].find("__") != std::string::npos && !row[i].empty() &&
        row[i].find_first_not_of("0123456789.,-+eE") == std::string::npos)
      metrics.push_back({header[i], ncu_number(row[i]), units[i], "cupti", ""});
  return metrics;
}

/// Where the header begins.
std::size_t header_of(const std::string& text) {
  for (const char* start : {"\"ID\",", "ID,"}) {
    if (text.starts_with(start)) return 0;
    if (const std::size_t found = text.find(std::string("\n") + start); found != std::string::npos) return found + 1;
  }
  throw Error("it is neither JSON nor has a line that begins with \"ID\"", "import the output of ncu --csv --page raw");
}

}  // namespace

ForeignResults read_ncu(const std::string& text) {
  std::size_t at = header_of(text);
  const CsvRow header = next_row(text, at), units = next_row(text, at);
  ForeignResults results{.tool = "ncu",
                         .clock = "ncu gpu__time_duration",
                         .backend = "cuda",
                         .device_name = "unknown device",
                         .started_utc = {},
                         .points = {}};
  std::map<std::vector<std::string>, std::size_t> place;
  while (at < text.size()) {
    const CsvRow row = next_row(text, at);
    if (row == CsvRow{""} || row.front().starts_with("==")) continue;
    if (row.size() != header.size() || units.size() != header.size())
      throw Error(fmt::format("a row has {} fields, the header {}", row.size(), header.size()), "repair the file");
    std::map<std::string, std::string> fields, unit;
    for (std::size_t i = 0; i < header.size(); ++i) fields[header[i]] = row[i], unit[header[i]] = units[i];
    const std::string kernel = field(fields, "Kernel Name"), grid = field(fields, "Grid Size"),
                      block = field(fields, "Block Size");
    const auto [found, is_new] = place.try_emplace({kernel, grid, block}, results.points.size());
    if (is_new)
      results.points.push_back({.name = kernel,
                                .parameters = {{"grid", grid}, {"block", block}},
                                .reason = {},
                                .times_ns = {},
                                .metrics = ncu_metrics(header, units, row)});
    if (fields.contains("gpu__time_duration.sum"))
      results.points[found->second].times_ns.push_back(
          foreign_time_ns(ncu_number(fields["gpu__time_duration.sum"]), ns_of(unit["gpu__time_duration.sum"])));
  }
  return results;
}

}  // namespace warpledger
