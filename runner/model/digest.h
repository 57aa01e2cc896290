#pragma once

#include <string>
#include <string_view>

#include "model/job.h"

namespace warpledger {

/// SHA-256 in lower-case hex.
std::string sha256(std::string_view bytes);

/// The SHA-256 of a program's text and of all its headers' names and texts; the main file's name does not count.
std::string digest_of(const Program& program);

}  // namespace warpledger
