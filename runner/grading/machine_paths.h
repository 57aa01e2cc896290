#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// What a compiler or the system said, without the folders of this machine: of every absolute path its last part alone.
/// A path in quotes stays: it is what the source or the person wrote.
std::string without_folders(std::string_view text);

}  // namespace warpledger
