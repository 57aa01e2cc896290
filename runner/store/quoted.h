#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// `name` as SQL writes an identifier that may hold anything: "smsp__cycles_active.avg" in double quotes.
std::string quoted_name(std::string_view name);

/// `text` as SQL writes a text: in single quotes.
std::string quoted_text(std::string_view text);

/// `texts` as SQL writes a list of texts: "('a', 'b')".
std::string quoted_list(const std::vector<std::string>& texts);

}  // namespace warpledger
