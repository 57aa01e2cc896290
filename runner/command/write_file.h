#pragma once

#include <string>

namespace warpledger {

/// Makes `path` a file that holds `text`. Throws Error naming it when it cannot be written.
void write_file(const std::string& path, const std::string& text);

}  // namespace warpledger
