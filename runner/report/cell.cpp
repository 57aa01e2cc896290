#include "report/cell.h"

#include <fmt/format.h>
#include <fmt/printf.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text_width.h"

namespace warpledger {
namespace {

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Parses "+=0.01,-=0.12"; absent for other text.
std::optional<Bar> bar_in(std::string_view text) {
  Bar bar;
  while (!text.empty()) {
    // The character is found by position, because it may itself be ',' or '='.
    const std::size_t end = text.size() < 2 ? text.size() : std::min(text.find(',', 2), text.size());
    if (text.size() < 3 || text[1] != '=') return std::nullopt;
    const auto fraction = number_in(text.substr(2, end - 2));
    if (!fraction) return std::nullopt;
    bar.push_back({text[0], *fraction});
    text.remove_prefix(end == text.size() ? end : end + 1);
  }
  return bar;
}

DecodedCell decode_text(const std::string& text) {
  const std::string_view view = text;
  if (view.empty() || view.front() != kCellMark) return text;
  const std::size_t second_mark = view.find(kCellMark, 1);
  if (second_mark == std::string_view::npos) return text;
  const std::string_view kind = view.substr(1, second_mark - 1);
  const std::string_view value = view.substr(second_mark + 1);
  if (kind == kBarKind) {
    if (auto bar = bar_in(value)) return *std::move(bar);
  } else if (is_number_format(kind)) {
    if (const auto number = number_in(value))
      return NumberText{fmt::sprintf(std::string(kind), *number), std::string(value)};
  }
  return text;
}

struct Decoder {
  DecodedCell operator()(std::monostate) const { return std::monostate{}; }
  DecodedCell operator()(std::int64_t number) const { return plain(fmt::to_string(number)); }
  DecodedCell operator()(double number) const { return plain(fmt::to_string(number)); }
  DecodedCell operator()(const std::string& text) const { return decode_text(text); }

  static NumberText plain(const std::string& text) { return {text, text}; }
};

struct Words {
  std::string operator()(std::monostate) const { return "n/a"; }
  std::string operator()(const NumberText& number) const { return number.shown; }
  std::string operator()(const Bar& bar) const { return bar_in_numbers(bar); }
  std::string operator()(const std::string& text) const { return one_line(text); }
};

bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error != std::errc::invalid_argument && end == text.data() + text.size();
}

bool is_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos && !is_number(text);
}

/// Text that begins with apostrophes gets one more, so that csv_text() is reversible.
std::string_view without_apostrophes(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of('\''), text.size()));
}

}  // namespace

DecodedCell decode(const Cell& cell) { return std::visit(Decoder{}, cell); }

std::string in_words(const Cell& cell) { return std::visit(Words{}, decode(cell)); }

std::string draw_bar(std::span<const BarPart> parts, std::size_t length) {
  std::vector<BarPart> sorted;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(sorted),
               [](const BarPart& part) { return !std::isnan(part.fraction); });
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const BarPart& a, const BarPart& b) { return a.fraction < b.fraction; });
  std::string bar;
  for (const BarPart& part : sorted) {
    const double reach = std::clamp(part.fraction, 0.0, 2.0) * static_cast<double>(length) + 0.5;
    if (const auto end = static_cast<std::size_t>(reach); end > bar.size()) bar.resize(end, part.character);
  }
  if (bar.size() > length) {
    bar.resize(length);
    if (length > 0) bar.back() = '>';
  }
  return bar;
}

std::string bar_in_numbers(std::span<const BarPart> parts) {
  std::string text;
  for (const BarPart& part : parts)
    text += fmt::format("{}{}{:.3f}", text.empty() ? "" : " ", part.character, part.fraction);
  return text;
}

std::string csv_text(std::string_view text) {
  return (is_formula(without_apostrophes(text)) ? "'" : "") + std::string(text);
}

std::string text_of_csv(std::string_view cell) {
  const bool made_safe = cell.starts_with('\'') && is_formula(without_apostrophes(cell));
  return std::string(cell.substr(made_safe ? 1 : 0));
}

std::string csv_quoted(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(field);
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace warpledger
