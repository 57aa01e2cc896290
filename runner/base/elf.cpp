#include "base/elf.h"

#include <elf.h>
#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "base/error.h"

namespace warpledger {
namespace {

constexpr int kOwnByteOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

[[noreturn]] void refuse_bytes(const char* what) { throw Error(what, "make the file again"); }

Elf64_Ehdr header_of(const BoundedBytes& image) {
  const auto header = image.at<Elf64_Ehdr>(0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != kOwnByteOrder)
    refuse_bytes("it is not a 64-bit ELF file");
  if (header.e_shentsize != sizeof(Elf64_Shdr)) refuse_bytes("its sections have another size");
  return header;
}

std::string_view content_of(const BoundedBytes& image, const Elf64_Shdr& section) {
  if (section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL) return {};
  return image.slice(section.sh_offset, section.sh_size);
}

}  // namespace

ElfFile::ElfFile(std::string_view image) {
  const BoundedBytes bytes(image);
  const Elf64_Ehdr header = header_of(bytes);
  machine_ = header.e_machine;
  flags_ = header.e_flags;
  abi_version_ = header.e_ident[EI_ABIVERSION];
  const BoundedBytes table(bytes.slice(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr)));
  const auto section_header = [&](unsigned index) {
    if (index >= header.e_shnum) refuse_bytes("a section is missing");
    return table.at<Elf64_Shdr>(std::uint64_t{index} * sizeof(Elf64_Shdr));
  };
  const BoundedBytes names(content_of(bytes, section_header(header.e_shstrndx)));
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr section = section_header(i);
    sections_.push_back({.name = names.text(section.sh_name),
                         .type = section.sh_type,
                         .flags = section.sh_flags,
                         .bytes = section.sh_size,
                         .link = section.sh_link,
                         .content = content_of(bytes, section)});
  }
  for (const ElfSection& section : sections_)
    if (section.type == SHT_SYMTAB) add_symbols(section);
}

ElfFile::ElfFile(std::string_view image, const std::string& path) try : ElfFile(image) {
} catch (const Error& error) {
  throw Error({.file = path}, fmt::format("not a whole 64-bit ELF file: {}", error.problem()),
              "delete it; it is made again when needed");
}

void ElfFile::add_symbols(const ElfSection& table) {
  if (table.link >= sections_.size()) refuse_bytes("its symbols have no names");
  const BoundedBytes names(sections_[table.link].content);
  const BoundedBytes entries(table.content);
  for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= entries.size(); at += sizeof(Elf64_Sym)) {
    const auto symbol = entries.at<Elf64_Sym>(at);
    const bool defined = symbol.st_shndx != SHN_UNDEF;
    const bool in_section = defined && symbol.st_shndx < sections_.size();
    symbols_.push_back({.name = names.text(symbol.st_name),
                        .value = symbol.st_value,
                        .bytes = symbol.st_size,
                        .defined = defined,
                        .object = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT,
                        .thread_local_ = ELF64_ST_TYPE(symbol.st_info) == STT_TLS,
                        .is_protected = ELF64_ST_VISIBILITY(symbol.st_other) == STV_PROTECTED,
                        .read_only = in_section && (sections_[symbol.st_shndx].flags & SHF_WRITE) == 0});
  }
}

void BoundedBytes::copy(std::uint64_t offset, void* to, std::size_t size) const {
  std::memcpy(to, slice(offset, size).data(), size);
}

std::string_view BoundedBytes::slice(std::uint64_t offset, std::uint64_t size) const {
  if (offset > bytes_.size() || bytes_.size() - offset < size) refuse_bytes("it ends too early");
  return bytes_.substr(offset, size);
}

std::string_view BoundedBytes::text(std::uint64_t offset) const {
  const std::size_t end = offset < bytes_.size() ? bytes_.find('\0', offset) : std::string_view::npos;
  if (end == std::string_view::npos) refuse_bytes("a name has no end");
  return bytes_.substr(offset, end - offset);
}

}  // namespace warpledger
