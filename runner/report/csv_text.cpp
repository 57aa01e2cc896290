#include "report/csv_text.h"

#include <algorithm>
#include <charconv>

namespace warpledger {
namespace {

bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error != std::errc::invalid_argument && end == text.data() + text.size();
}

bool is_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos && !is_number(text);
}

/// Text that begins with apostrophes itself gets one more, so that it can be told from what was made safe.
std::string_view without_apostrophes(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of('\''), text.size()));
}

}  // namespace

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
