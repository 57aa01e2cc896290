#include "ledger/utc.h"

#include <fmt/format.h>

#include <chrono>
#include <regex>
#include <string_view>

#include "base/error.h"

namespace warpledger {

std::string utc_of(const std::string& text) {
  static const std::regex moment(R"((\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?Z?)?)");
  std::smatch match;
  const auto number = [&](std::size_t group) { return match[group].matched ? std::stoi(match[group]) : 0; };
  const auto refuse = [&] {
    throw Error(fmt::format("'{}' is not a date", text), "write it as 2024-02-29 or 2024-02-29T12:30:15Z, in UTC");
  };
  if (!std::regex_match(text, match, moment)) refuse();
  const std::chrono::year_month_day day{std::chrono::year(number(1)),
                                        std::chrono::month(static_cast<unsigned>(number(2))),
                                        std::chrono::day(static_cast<unsigned>(number(3)))};
  if (!day.ok() || number(4) > 23 || number(5) > 59 || number(6) > 59) refuse();
  std::string fraction = match[7].matched ? match[7].str() : "";
  fraction.resize(3, '0');
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{}Z", number(1), number(2), number(3), number(4), number(5),
                     number(6), fraction);
}

std::string utc_beginning(const std::string& text) {
  static const std::regex year_or_month(R"(\d{4}(-\d{2})?)");
  constexpr std::string_view kFirst = "0000-01-01";
  const bool is_day_or_finer = !std::regex_match(text, year_or_month);
  const std::string moment = utc_of(is_day_or_finer ? text : text + std::string(kFirst.substr(text.size())));
  return moment.substr(0, text.back() == 'Z' ? text.size() - 1 : text.size());
}

}  // namespace warpledger
