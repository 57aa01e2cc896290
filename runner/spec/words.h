#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpledger {

/// What keeps `word` from being the value of a parameter, or nothing: words stand in texts between blanks and commas.
std::optional<std::string> problem_of_word(std::string_view word);

}  // namespace warpledger
