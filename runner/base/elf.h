#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// A section of an ELF file.
struct ElfSection {
  std::string_view name;
  std::uint32_t type = 0;    ///< SHT_* of <elf.h>
  std::uint64_t flags = 0;   ///< SHF_*
  std::uint64_t bytes = 0;   ///< in memory
  std::uint32_t link = 0;    ///< the section that this one refers to
  std::string_view content;  ///< empty for sections without bytes in the file
};

/// A symbol of an ELF file's full symbol table.
struct ElfSymbol {
  std::string_view name;    ///< as the linker sees it
  std::uint64_t value = 0;  ///< in a shared object: the address relative to where it is loaded
  std::uint64_t bytes = 0;
  bool defined = false;
  bool object = false;         ///< a variable
  bool thread_local_ = false;  ///< a thread-local variable
  bool is_protected = false;   ///< of visibility "protected"
  bool read_only = false;      ///< in a section that is never written
};

/// A 64-bit ELF file in this machine's byte order, taken apart from the bytes of `image`, which must outlive it and
/// what it gives. No byte outside `image` is read, whatever it says.
class ElfFile {
 public:
  /// Throws Error, whose problem() says what is wrong with the file: "it ends too early".
  explicit ElfFile(std::string_view image);
  /// The same of what the file `path` holds; its Error names that file, and advises to delete it.
  ElfFile(std::string_view image, const std::string& path);

  std::uint16_t machine() const { return machine_; }  ///< EM_* of <elf.h>
  std::uint32_t flags() const { return flags_; }
  std::uint8_t abi_version() const { return abi_version_; }
  const std::vector<ElfSection>& sections() const { return sections_; }
  /// Of all symbol tables, in their order.
  const std::vector<ElfSymbol>& symbols() const { return symbols_; }

 private:
  void add_symbols(const ElfSection& table);

  std::uint16_t machine_ = 0;
  std::uint32_t flags_ = 0;
  std::uint8_t abi_version_ = 0;
  std::vector<ElfSection> sections_;
  std::vector<ElfSymbol> symbols_;
};

/// Bytes from outside; every access is checked against their end.
class BoundedBytes {
 public:
  explicit BoundedBytes(std::string_view bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size(); }

  /// These throw Error when that is not all there.
  template <class T>
  T at(std::uint64_t offset) const {
    T value;
    copy(offset, &value, sizeof value);
    return value;
  }
  std::string_view slice(std::uint64_t offset, std::uint64_t size) const;
  /// What stands before the next zero byte.
  std::string_view text(std::uint64_t offset) const;

 private:
  void copy(std::uint64_t offset, void* to, std::size_t size) const;

  std::string_view bytes_;
};

}  // namespace warpledger
