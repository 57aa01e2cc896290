#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// One word for a shell, quoted where it must be.
std::string shell_word(const std::string& word);

/// The words as a line for a shell.
std::string shell_command(const std::vector<std::string>& words);

}  // namespace warpledger
