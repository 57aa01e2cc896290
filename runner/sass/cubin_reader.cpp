#include "sass/cubin_reader.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "base/error.h"

namespace warpledger {
namespace {

constexpr std::array kKnownArchitectures = {80, 86, 87, 89, 90, 100, 103, 120};
constexpr std::string_view kCode = ".text.";
constexpr std::string_view kStaticShared = ".nv.shared.";

// Attributes of the section .nv.info, learned from what ptxas writes and `ptxas -v` says. One is a format byte, an
// attribute byte and two more bytes; with the format below, these are the size of a payload that follows.
constexpr unsigned kSizedFormat = 4;
constexpr unsigned kMinStackSize = 0x12;   // payload: symbol, bytes
constexpr unsigned kRegisterCount = 0x2f;  // payload: symbol, registers

// What the system has of a block's shared memory; from 9.0 on it is part of the kernel's section.
constexpr std::uint64_t kReservedSharedBytes = 1024;

[[noreturn]] void refuse_cubin(std::string_view what) {
  throw Error(fmt::format("not a complete cubin: {}", what), "compile the program again");
}

/// Bytes from outside; every access is checked against their end.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size(); }

  template <class T>
  T at(std::uint64_t offset) const {
    T value;
    std::memcpy(&value, slice(offset, sizeof value).data(), sizeof value);
    return value;
  }

  std::string_view slice(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes_.size() || bytes_.size() - offset < size) refuse_cubin("it ends too early");
    return bytes_.substr(offset, size);
  }

  std::string_view text(std::uint64_t offset) const {
    const std::size_t end = offset < bytes_.size() ? bytes_.find('\0', offset) : std::string_view::npos;
    if (end == std::string_view::npos) refuse_cubin("a name has no end");
    return bytes_.substr(offset, end - offset);
  }

 private:
  std::string_view bytes_;
};

struct Section {
  std::string_view name;
  Elf64_Shdr header;
  std::string_view content;  ///< empty for sections without bytes in the file
};

/// A cubin as an ELF file.
class CubinFile {
 public:
  explicit CubinFile(std::string_view image) : image_(image) {
    header_ = image_.at<Elf64_Ehdr>(0);
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 || header_.e_ident[EI_CLASS] != ELFCLASS64)
      refuse_cubin("it is not a 64-bit ELF file");
    if (header_.e_machine != EM_CUDA) refuse_cubin("it is for another kind of processor");
    const Bytes names(content_of(section_header(header_.e_shstrndx)));
    for (unsigned i = 0; i < header_.e_shnum; ++i) {
      const Elf64_Shdr section = section_header(i);
      sections_.push_back({names.text(section.sh_name), section, content_of(section)});
    }
  }

  /// The compute capability without its dot. Its place in the flags changed with the eighth version of the format.
  int arch() const {
    const bool moved = header_.e_ident[EI_ABIVERSION] >= 8;
    return static_cast<int>((moved ? header_.e_flags >> 8 : header_.e_flags) & 0xff);
  }

  const std::vector<Section>& sections() const { return sections_; }

  /// The names of the symbol table, in its order.
  std::vector<std::string_view> symbols() const {
    std::vector<std::string_view> all;
    for (const Section& section : sections_) {
      if (section.header.sh_type != SHT_SYMTAB) continue;
      if (section.header.sh_link >= sections_.size()) refuse_cubin("its symbols have no names");
      const Bytes names(sections_[section.header.sh_link].content);
      const Bytes table(section.content);
      for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.size(); at += sizeof(Elf64_Sym))
        all.push_back(names.text(table.at<Elf64_Sym>(at).st_name));
    }
    return all;
  }

 private:
  Elf64_Shdr section_header(unsigned index) const {
    if (index >= header_.e_shnum) refuse_cubin("a section is missing");
    const std::uint64_t offset = std::uint64_t{index} * sizeof(Elf64_Shdr);
    if (header_.e_shoff > image_.size()) refuse_cubin("it ends too early");
    return image_.at<Elf64_Shdr>(header_.e_shoff + offset);
  }

  std::string_view content_of(const Elf64_Shdr& section) const {
    if (section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL) return {};
    return image_.slice(section.sh_offset, section.sh_size);
  }

  Bytes image_;
  Elf64_Ehdr header_{};
  std::vector<Section> sections_;
};

/// What .nv.info says of the kernel that a symbol names.
void take_attribute(CubinCode& cubin, unsigned attribute, std::string_view symbol, std::uint32_t value) {
  const auto kernel = cubin.kernels.find(std::string(symbol));
  if (kernel == cubin.kernels.end()) return;
  if (attribute == kRegisterCount) kernel->second.registers = value;
  if (attribute == kMinStackSize) kernel->second.local_bytes = value;
}

void take_attributes(CubinCode& cubin, const Bytes& info, const std::vector<std::string_view>& symbols) {
  for (std::uint64_t at = 0; at + 4 <= info.size();) {
    const auto format = info.at<std::uint8_t>(at);
    const auto attribute = info.at<std::uint8_t>(at + 1);
    const auto size = info.at<std::uint16_t>(at + 2);
    at += 4;
    if (format != kSizedFormat) continue;
    if ((attribute == kRegisterCount || attribute == kMinStackSize) && size >= 8) {
      const auto symbol = info.at<std::uint32_t>(at);
      if (symbol >= symbols.size()) refuse_cubin("an attribute belongs to no function");
      take_attribute(cubin, attribute, symbols[symbol], info.at<std::uint32_t>(at + 4));
    }
    at += size;
  }
}

}  // namespace

CubinCode read_cubin(std::string_view image) {
  const CubinFile file(image);
  CubinCode cubin;
  cubin.arch = file.arch();
  if (std::find(kKnownArchitectures.begin(), kKnownArchitectures.end(), cubin.arch) == kKnownArchitectures.end())
    throw Error(fmt::format("the machine code of sm_{} is not supported", cubin.arch),
                fmt::format("compile for one of {}", fmt::join(kKnownArchitectures, ", ")));
  for (const Section& section : file.sections())
    if (section.name.starts_with(kCode)) {
      if (section.content.size() % 16 != 0) refuse_cubin("its code ends within an instruction");
      cubin.kernels[std::string(section.name.substr(kCode.size()))].code = section.content;
    }
  const std::vector<std::string_view> symbols = file.symbols();
  for (const Section& section : file.sections()) {
    if (section.name == ".nv.info") take_attributes(cubin, Bytes(section.content), symbols);
    if (!section.name.starts_with(kStaticShared)) continue;
    const auto kernel = cubin.kernels.find(std::string(section.name.substr(kStaticShared.size())));
    if (kernel == cubin.kernels.end()) continue;
    const std::uint64_t reserved = cubin.arch >= 90 ? kReservedSharedBytes : 0;
    kernel->second.static_shared_bytes = section.header.sh_size - std::min(section.header.sh_size, reserved);
  }
  return cubin;
}

}  // namespace warpledger
