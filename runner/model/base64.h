#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// RFC 4648, in lines of 76 characters.
std::string base64_encoded(std::string_view bytes);

/// Ignores white space. Returns "" if `text` is not valid base64.
std::string base64_decoded(std::string_view text);

}  // namespace warpledger
