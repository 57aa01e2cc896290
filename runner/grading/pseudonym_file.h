#pragma once

#include <string>

#include "grading/pseudonyms.h"

namespace warpledger {

/// What write_pseudonyms() wrote. Throws Error for a file that cannot be read, is damaged, or has a name or a pseudonym
/// twice.
Pseudonyms read_pseudonyms(const std::string& file);

/// Writes CSV with the columns pseudonym and submission, whole or not at all, with mode 0600. Throws Error when it
/// cannot be written.
void write_pseudonyms(const std::string& file, const Pseudonyms& pseudonyms);

}  // namespace warpledger
