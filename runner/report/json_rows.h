#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/table.h"

namespace warpledger {

/// A query's answer as an array of objects, a row each, with the columns' names as keys in their order. Numbers have
/// all their digits, whatever format their cell has; NULL is null, a bar the text that CSV has. A column with marks is
/// followed by "NAME source": "model", "model, poor", or "mixed" (then the number is null); null where it is measured.
/// Throws Error when two keys are the same, or a number is infinite, for which JSON has no word.
nlohmann::ordered_json json_rows(const Table& table);

}  // namespace warpledger
