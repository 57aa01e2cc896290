#pragma once

#include <string>

namespace warpledger {

/// LLVM's textual code with its block copies and fills (llvm.memcpy, llvm.memmove, llvm.memset) renamed to the
/// functions of shim/trace.h, which move pieces as wide as the known alignment of the pointers, up to 16 bytes.
/// Instrumentation would pass over the originals; the pieces are loads and stores like any other. Understands the text
/// of LLVM 14 to 19.
std::string rename_block_copies(const std::string& ir);

/// LLVM's textual code with the basic blocks of each function in loop_contiguous_order(). Values without a name get
/// one, because LLVM wants their numbers in the order of the text. Understands the text of LLVM 14 to 19.
std::string order_blocks(const std::string& ir);

}  // namespace warpledger
