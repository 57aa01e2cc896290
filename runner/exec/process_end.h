#pragma once

#include <string>

namespace warpledger {

/// How a worker process ended, from the status that waitpid() gave: "the worker process was killed by signal 11
/// (Segmentation fault): usually ...". Says what usually sends that signal where that is known.
std::string how_it_ended(int status);

}  // namespace warpledger
