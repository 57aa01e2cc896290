#pragma once

#include <string>

namespace warpledger {

/// What a family's or an experiment's file says it is about; empty when it does not say. Nothing else in the file is
/// looked at, so that a folder of many files is listed quickly. Throws Error at the place of what keeps it from being
/// read.
std::string about_in(const std::string& file);

}  // namespace warpledger
