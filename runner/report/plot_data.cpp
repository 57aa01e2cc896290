#include "report/plot_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "report/cell.h"
#include "report/legend.h"

namespace warpledger {
namespace {

using nlohmann::json;

class PlotGatherer {
 public:
  PlotGatherer(std::string_view kind, const PlotLayout& layout, const Table& table,
               const std::vector<Meaning>& meanings);
  void add_row(std::size_t row);
  PlotData finished() {
    data_.json = json_.dump(-1, ' ', false, json::error_handler_t::replace);
    return std::move(data_);
  }

 private:
  json value_of(const PlotColumns& given, std::size_t row) const;
  void add_point(std::size_t row, bool modelled);
  void add_limit(const PlotColumns& given, std::size_t row);
  void add_event(const PlotColumns& given, std::size_t row);
  void check_cell(const json& point);
  bool is_heatmap() const { return json_["kind"] == "heatmap"; }
  std::string words_of(std::size_t column, std::size_t row) const {
    return with_mark(in_words(table_.rows[row].at(column)), table_.rows[row].at(column), table_.is_modelled(column));
  }
  std::string tip_of(std::size_t row) const;

  const PlotLayout& layout_;
  const Table& table_;
  const std::vector<Meaning>& meanings_;
  PlotData data_;
  json json_;
  std::set<std::pair<json, json>> cells_;  ///< occupied cells of a heat map
};

bool is_place(PlotUse use) { return use != PlotUse::limit && use != PlotUse::event; }

PlotGatherer::PlotGatherer(std::string_view kind, const PlotLayout& layout, const Table& table,
                           const std::vector<Meaning>& meanings)
    : layout_(layout), table_(table), meanings_(meanings) {
  json_ = {{"kind", kind}, {"rows", json::array()}, {"limits", json::array()}, {"events", json::array()}};
  for (const PlotColumns& given : layout.roles) {
    if (!is_place(given.role.use)) continue;
    std::vector<std::string> names;
    std::vector<std::string> labels;
    for (const std::size_t column : given.columns) {
      names.push_back(meanings.at(column).first);
      labels.push_back(meanings.at(column).second);
    }
    json_[std::string(given.role.option)] = {{"name", join(names)}, {"label", join(labels)}, {"log", given.log}};
  }
}

json PlotGatherer::value_of(const PlotColumns& given, std::size_t row) const {
  if (given.role.use != PlotUse::words)
    return plot_value(table_.rows[row].at(given.columns.front()), given.role.use, given.where);
  std::vector<std::string> words;
  for (const std::size_t column : given.columns) words.push_back(in_words(table_.rows[row].at(column)));
  return join(words);
}

/// "wp: 4\nt/µs: 25.1": all columns except those in the plot's heading.
std::string PlotGatherer::tip_of(std::size_t row) const {
  std::vector<std::string> lines;
  for (std::size_t column = 0; column < table_.columns.size(); ++column) {
    if (std::find(layout_.each.begin(), layout_.each.end(), column) != layout_.each.end()) continue;
    lines.push_back(fmt::format("{}: {}", meanings_.at(column).first, words_of(column, row)));
  }
  return join(lines, "\n");
}

void PlotGatherer::check_cell(const json& point) {
  if (!is_heatmap() || cells_.emplace(point["x"], point["y"]).second) return;
  throw Error(layout_.roles.front().where,
              fmt::format("two rows are in the cell x = {}, y = {}", point["x"].dump(), point["y"].dump()),
              "group the rows in SQL, or name the column that tells them apart in -- each");
}

void PlotGatherer::add_point(std::size_t row, bool modelled) {
  json point = {{"source", modelled ? "model" : ""}, {"tip", tip_of(row)}};
  bool absent = false;
  bool not_positive = false;
  for (const PlotColumns& given : layout_.roles) {
    if (!is_place(given.role.use)) continue;
    const json value = value_of(given, row);
    const bool log = given.log || (json_["kind"] == "roofline" && given.role.use == PlotUse::number);
    absent |= value.is_null();
    not_positive |= log && value.is_number() && value.get<double>() <= 0;
    point[std::string(given.role.option)] = value;
    if (is_heatmap() && given.role.option == "value") point["words"] = words_of(given.columns.front(), row);
  }
  if (absent) {
    ++data_.absent;
  } else if (not_positive) {
    ++data_.not_positive;
  } else {
    check_cell(point);
    json_["rows"].push_back(std::move(point));
    ++data_.drawn;
  }
}

void PlotGatherer::add_limit(const PlotColumns& given, std::size_t row) {
  const std::size_t column = given.columns.front();
  const Cell& cell = table_.rows[row].at(column);
  const json value = plot_value(cell, PlotUse::number, given.where);
  if (value.is_null() || value.get<double>() <= 0) return;
  const json limit = {{"role", given.role.option},
                      {"name", fmt::format("{}: {}", meanings_.at(column).first, in_words(cell))},
                      {"value", value}};
  json& limits = json_["limits"];
  if (std::find(limits.begin(), limits.end(), limit) == limits.end()) limits.push_back(limit);
}

void PlotGatherer::add_event(const PlotColumns& given, std::size_t row) {
  const Cell& cell = table_.rows[row].at(given.columns.front());
  const json time = value_of(layout_.roles.front(), row);
  if (std::holds_alternative<std::monostate>(cell) || time.is_null()) return;
  const json event = {{"role", given.role.option}, {"x", time}, {"text", in_words(cell)}};
  json& events = json_["events"];
  if (std::find(events.begin(), events.end(), event) == events.end()) events.push_back(event);
}

void PlotGatherer::add_row(std::size_t row) {
  bool modelled = false;
  for (const PlotColumns& given : layout_.roles) {
    if (given.role.use == PlotUse::limit) add_limit(given, row);
    if (given.role.use == PlotUse::event) add_event(given, row);
    if (is_place(given.role.use))
      for (const std::size_t column : given.columns) modelled |= table_.is_modelled(column);
  }
  add_point(row, modelled);
}

/// Milliseconds since 1970 of "2026-11-21", "2026-11-21 10:30:00" or "2026-11-21T10:30:00.250Z".
std::optional<double> time_in(const std::string& text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  unsigned hour = 0;
  unsigned minute = 0;
  double second = 0;
  int end = 0;
  const int read = std::sscanf(text.c_str(), "%4d-%2u-%2u%n%*1[T ]%2u:%2u:%lf%n", &year, &month, &day, &end, &hour,
                               &minute, &second, &end);
  const std::string rest = text.substr(static_cast<std::size_t>(end));
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
  const bool whole = (read == 3 && rest.empty()) || (read == 6 && (rest.empty() || rest == "Z"));
  const bool on_the_clock = hour < 24 && minute < 60 && second >= 0 && second < 61;
  if (!whole || !date.ok() || !on_the_clock) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch().count();
  return 1e3 * (86400.0 * static_cast<double>(days) + 3600.0 * hour + 60.0 * minute + second);
}

}  // namespace

PlotData plot_data(std::string_view kind, const PlotLayout& layout, const Table& table,
                   const std::vector<Meaning>& meanings, std::size_t first, std::size_t end) {
  PlotGatherer gatherer(kind, layout, table, meanings);
  for (std::size_t row = first; row < end; ++row) gatherer.add_row(row);
  return gatherer.finished();
}

nlohmann::json plot_value(const Cell& cell, PlotUse use, const Place& where) {
  const DecodedCell decoded = decode(cell);
  if (std::holds_alternative<std::monostate>(decoded)) return nullptr;
  if (const NumberText* number = std::get_if<NumberText>(&decoded); number && use != PlotUse::time) {
    double value = 0;
    std::from_chars(number->exact.data(), number->exact.data() + number->exact.size(), value);
    return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr);
  }
  std::string words = in_words(cell);
  if (use == PlotUse::any) return words;
  if (use == PlotUse::time) {
    if (const auto time = time_in(words)) return *time;
    throw Error(where, fmt::format("this column holds '{}' where the plot needs a time", words),
                "select a time as the ledger writes it: '2026-11-21 10:30:00'");
  }
  throw Error(where, fmt::format("this column holds '{}' where the plot needs a number", words), "select a number");
}

}  // namespace warpledger
