#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpledger {

/// A symbol of an ELF file's full symbol table.
struct ElfSymbol {
  std::string name;         ///< as the linker sees it
  std::uint64_t value = 0;  ///< in a shared object: the address relative to where it is loaded
  std::uint64_t bytes = 0;
  bool defined = false;
  bool object = false;         ///< a variable
  bool thread_local_ = false;  ///< a thread-local variable
  bool constant = false;  ///< the shim's `__constant__` (visibility "protected"), or in memory that is never written
};

/// The symbols of a 64-bit object file or shared object in this machine's byte order. Throws Error when `path` is no
/// such file.
std::vector<ElfSymbol> elf_symbols(const std::string& path);

}  // namespace warpledger
