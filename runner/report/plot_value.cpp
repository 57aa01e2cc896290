#include "report/plot_value.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "report/cell.h"

namespace warpledger {
namespace {

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
