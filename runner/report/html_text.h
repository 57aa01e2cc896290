#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// HTML that shows printable() `text` as it is, within an element or a quoted attribute.
std::string html_escaped(std::string_view text);

}  // namespace warpledger
