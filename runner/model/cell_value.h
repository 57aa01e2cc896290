#pragma once

#include <optional>
#include <string>

#include "model/table.h"

namespace warpledger {

/// The text of a cell; empty for NULL. Throws std::bad_variant_access for a number.
std::string text_in(const Cell& cell);

/// The number of a cell; absent for NULL and for text.
std::optional<double> number_in(const Cell& cell);

/// The whole number of a cell that has one. Throws std::bad_variant_access for all else.
std::int64_t whole_in(const Cell& cell);

}  // namespace warpledger
