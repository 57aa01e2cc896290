#include "model/table.h"

#include <fmt/format.h>

#include "base/error.h"

namespace warpledger {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool is_number_format(std::string_view format) {
  std::size_t at = 0;
  const auto take = [&](auto accepts) {
    const bool taken = at < format.size() && accepts(format[at]);
    if (taken) ++at;
    return taken;
  };
  if (!take([](char c) { return c == '%'; })) return false;
  take([](char c) { return c == '+'; });
  if (take([](char c) { return c == '.'; })) {
    if (!take(is_digit)) return false;
    take(is_digit);
  }
  return take([](char c) { return c == 'f' || c == 'e' || c == 'g'; }) && at == format.size();
}

std::string encode_number(std::string_view format, double value) {
  if (!is_number_format(format))
    throw Error(fmt::format("'{}' is not a number format", format),
                "write one printf conversion of a double, as '%.1f', '%.0f' or '%.3g'");
  return fmt::format("{0}{1}{0}{2}", kCellMark, format, value);
}

std::string encode_bar(std::span<const BarPart> parts) {
  std::string text = fmt::format("{0}{1}{0}", kCellMark, kBarKind);
  const char* separator = "";
  for (const BarPart& part : parts) {
    if (part.character <= ' ' || part.character > '~')
      throw Error("a bar's character must be visible", "use one printable ASCII character, as '+', '-' or '*'");
    text += fmt::format("{}{}={}", separator, part.character, part.fraction);
    separator = ",";
  }
  return text;
}

std::string text_in(const Cell& cell) {
  return std::holds_alternative<std::monostate>(cell) ? std::string() : std::get<std::string>(cell);
}

std::optional<double> number_in(const Cell& cell) {
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&cell)) return *real;
  return std::nullopt;
}

std::int64_t whole_in(const Cell& cell) { return std::get<std::int64_t>(cell); }

}  // namespace warpledger
