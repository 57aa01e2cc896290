#include "model/cell_value.h"

namespace warpledger {

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
