#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// Quotes a word if necessary.
std::string shell_word(const std::string& word);

std::string shell_command(const std::vector<std::string>& words);

}  // namespace warpledger
