#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// Encodes `bytes` in base64 (RFC 4648), in lines of 76 characters.
std::string base64_encoded(std::string_view bytes);

/// Decodes base64, ignoring white space. Returns "" if `text` is not valid base64.
std::string base64_decoded(std::string_view text);

}  // namespace warpledger
