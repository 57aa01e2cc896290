#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// Bytes as text of RFC 4648, in lines of 76 characters.
std::string base64_encoded(std::string_view bytes);

/// The bytes of such a text; white space in it is passed over. Empty when it is none.
std::string base64_decoded(std::string_view text);

}  // namespace warpledger
