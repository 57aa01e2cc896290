#pragma once

#include <string_view>

#include "spec/document.h"

namespace warpledger {

/// Throws Error at the first place where the text of `document` has what no YAML file of a person has: bytes that are
/// not UTF-8, control characters, and blanks other than spaces in an indentation.
void check_text(const Document& document, std::string_view text);

}  // namespace warpledger
