#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// Quotes a word for a shell if necessary.
std::string shell_word(const std::string& word);

/// Joins words into a quoted command line.
std::string shell_command(const std::vector<std::string>& words);

}  // namespace warpledger
