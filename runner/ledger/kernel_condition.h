#pragma once

#include <string>

namespace warpledger {

/// SQL that is true of a point of `kernel`: "norm_group", or one instance of it, "norm_group<32,8>". By the kernel
/// alone a ledger finds points at once, so an instance is asked for by both.
std::string kernel_condition(const std::string& kernel);

}  // namespace warpledger
