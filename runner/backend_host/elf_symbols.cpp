#include "backend_host/elf_symbols.h"

#include <elf.h>

#include <cstring>

#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

/// The parts of an ELF file, with every access checked against its size.
class ElfFile {
 public:
  explicit ElfFile(const std::string& path) : path_(path), bytes_(read_file(path)) {
    const auto header = at<Elf64_Ehdr>(0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) refuse();
    for (unsigned i = 0; i < header.e_shnum; ++i)
      sections_.push_back(at<Elf64_Shdr>(header.e_shoff + std::uint64_t{i} * header.e_shentsize));
  }

  const std::vector<Elf64_Shdr>& sections() const { return sections_; }

  /// Whether the symbol is in a section that is never written.
  bool read_only(const Elf64_Sym& symbol) const {
    return symbol.st_shndx < sections_.size() && symbol.st_shndx != SHN_UNDEF &&
           (sections_[symbol.st_shndx].sh_flags & SHF_WRITE) == 0;
  }

  template <class T>
  T at(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) refuse();
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  std::string text(const Elf64_Shdr& strings, std::uint64_t offset) const {
    const std::uint64_t begin = strings.sh_offset + offset;
    const std::size_t end = begin < bytes_.size() ? bytes_.find('\0', begin) : std::string::npos;
    if (end == std::string::npos) refuse();
    return bytes_.substr(begin, end - begin);
  }

  [[noreturn]] void refuse() const {
    throw Error({.file = path_}, "not a complete 64-bit ELF file", "delete it; it is rebuilt when needed");
  }

 private:
  std::string path_;
  std::string bytes_;
  std::vector<Elf64_Shdr> sections_;
};

}  // namespace

std::vector<ElfSymbol> elf_symbols(const std::string& path) {
  const ElfFile file(path);
  std::vector<ElfSymbol> symbols;
  for (const Elf64_Shdr& section : file.sections()) {
    if (section.sh_type != SHT_SYMTAB) continue;
    if (section.sh_link >= file.sections().size()) file.refuse();
    for (std::uint64_t i = 0; i < section.sh_size / sizeof(Elf64_Sym); ++i) {
      const auto symbol = file.at<Elf64_Sym>(section.sh_offset + i * sizeof(Elf64_Sym));
      const unsigned type = ELF64_ST_TYPE(symbol.st_info);
      symbols.push_back({.name = file.text(file.sections()[section.sh_link], symbol.st_name),
                         .value = symbol.st_value,
                         .bytes = symbol.st_size,
                         .defined = symbol.st_shndx != SHN_UNDEF,
                         .object = type == STT_OBJECT,
                         .thread_local_ = type == STT_TLS,
                         .constant = ELF64_ST_VISIBILITY(symbol.st_other) == STV_PROTECTED || file.read_only(symbol)});
    }
  }
  return symbols;
}

}  // namespace warpledger
