#pragma once

#include <string>

namespace warpledger {

/// LLVM's textual code with the basic blocks of each function in loop_contiguous_order(). Values without a name get
/// one, because LLVM wants their numbers in the order of the text. Understands the text of LLVM 14 to 19.
std::string order_blocks(const std::string& ir);

}  // namespace warpledger
