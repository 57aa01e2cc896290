#pragma once

#include <string>

namespace warpledger {

/// Returns LLVM IR with llvm.memcpy, llvm.memmove and llvm.memset renamed to the functions of shim/trace.h.
/// Instrumentation would skip the intrinsics; these copy by loads and stores as wide as the pointers' known alignment,
/// up to 16 bytes. Supports LLVM 14 to 19.
std::string rename_block_copies(const std::string& ir);

/// Returns LLVM IR with each function's basic blocks in loop_contiguous_order(). Names unnamed values, because LLVM
/// requires their numbers in the order of the text. Supports LLVM 14 to 19.
std::string order_blocks(const std::string& ir);

}  // namespace warpledger
