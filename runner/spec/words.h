#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpledger {

/// Returns why `word` cannot be the value of a parameter, if so: words appear in texts between blanks and commas.
std::optional<std::string> problem_of_word(std::string_view word);

}  // namespace warpledger
