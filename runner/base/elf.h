#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

struct ElfSection {
  std::string_view name;
  std::uint32_t type = 0;
  std::uint64_t flags = 0;
  std::uint64_t bytes = 0;   ///< in memory
  std::uint32_t link = 0;    ///< section that this one refers to
  std::string_view content;  ///< empty if the section has no bytes in the file
};

/// Symbol of the full symbol table.
struct ElfSymbol {
  std::string_view name;
  std::uint64_t value = 0;  ///< in a shared object: address relative to its base
  std::uint64_t bytes = 0;
  bool defined = false;
  bool object = false;
  bool thread_local_ = false;
  bool is_protected = false;
  bool read_only = false;  ///< in a section that is never written
};

/// 64-bit ELF file in native byte order. `image` must outlive it and its views. Malformed files are never read out of
/// bounds.
class ElfFile {
 public:
  /// Throws Error whose problem() is the defect: "it ends too early".
  explicit ElfFile(std::string_view image);
  /// The Error also names the file and advises to delete it.
  ElfFile(std::string_view image, const std::string& path);

  std::uint16_t machine() const { return machine_; }
  std::uint32_t flags() const { return flags_; }
  std::uint8_t abi_version() const { return abi_version_; }
  const std::vector<ElfSection>& sections() const { return sections_; }
  /// In file order.
  const std::vector<ElfSymbol>& symbols() const { return symbols_; }

 private:
  void add_symbols(const ElfSection& table);

  std::uint16_t machine_ = 0;
  std::uint32_t flags_ = 0;
  std::uint8_t abi_version_ = 0;
  std::vector<ElfSection> sections_;
  std::vector<ElfSymbol> symbols_;
};

/// Bounds-checked bytes of an untrusted file.
class BoundedBytes {
 public:
  explicit BoundedBytes(std::string_view bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size(); }

  /// Throws Error if not all bytes are there, as below.
  template <class T>
  T at(std::uint64_t offset) const {
    T value;
    copy(offset, &value, sizeof value);
    return value;
  }
  std::string_view slice(std::uint64_t offset, std::uint64_t size) const;
  /// Returns the bytes up to the next zero byte.
  std::string_view text(std::uint64_t offset) const;

 private:
  void copy(std::uint64_t offset, void* to, std::size_t size) const;

  std::string_view bytes_;
};

}  // namespace warpledger
