#include "base/elf.h"

#include <elf.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

template <class T>
std::string bytes_of(const T& value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// ELF file with a data section, its variable "counter", the undefined "far" and the thread-local "own".
class SmallElf {
 public:
  SmallElf() {
    const std::string names("\0.data\0.symtab\0.names\0counter\0far\0own\0", 38);
    add_section({.sh_type = SHT_NULL}, "");
    add_section({.sh_name = 1, .sh_type = SHT_PROGBITS}, "numbers!");
    add_section({.sh_name = 7, .sh_type = SHT_SYMTAB, .sh_link = 3}, symbols());
    add_section({.sh_name = 15, .sh_type = SHT_STRTAB}, names);
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_ABIVERSION] = 8;
    header.e_machine = EM_X86_64;
    header.e_flags = 0x5a00;
    header.e_shoff = sizeof header + content_.size();
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = 4;
    header.e_shstrndx = 3;
    image_ = bytes_of(header) + content_ + headers_;
  }

  const std::string& image() const { return image_; }

 private:
  static std::string symbols() {
    const Elf64_Sym counter{
        .st_name = 22, .st_info = STT_OBJECT, .st_other = STV_PROTECTED, .st_shndx = 1, .st_value = 4, .st_size = 2};
    const Elf64_Sym far{.st_name = 30, .st_shndx = SHN_UNDEF};
    const Elf64_Sym own{.st_name = 34, .st_info = STT_TLS, .st_shndx = SHN_ABS};
    return bytes_of(counter) + bytes_of(far) + bytes_of(own);
  }

  void add_section(Elf64_Shdr section, const std::string& content) {
    section.sh_offset = sizeof(Elf64_Ehdr) + content_.size();
    section.sh_size = content.size();
    headers_ += bytes_of(section);
    content_ += content;
  }

  std::string content_, headers_, image_;
};

std::string problem_of_elf(const std::string& image) {
  try {
    const ElfFile file(image);
    return "";
  } catch (const Error& error) {
    return error.problem();
  }
}

TEST(Elf, GivesSectionsAndSymbols) {
  const SmallElf small;
  const ElfFile file(small.image());
  EXPECT_EQ(file.machine(), EM_X86_64);
  EXPECT_EQ(file.flags(), 0x5a00);
  EXPECT_EQ(file.abi_version(), 8);
  ASSERT_EQ(file.sections().size(), 4);
  EXPECT_EQ(file.sections()[1].name, ".data");
  EXPECT_EQ(file.sections()[1].content, "numbers!");
  ASSERT_EQ(file.symbols().size(), 3);
  const ElfSymbol& counter = file.symbols()[0];
  EXPECT_EQ(counter.name, "counter");
  EXPECT_EQ(counter.value, 4);
  EXPECT_EQ(counter.bytes, 2);
  EXPECT_TRUE(counter.defined && counter.object && counter.is_protected && counter.read_only);
  EXPECT_EQ(file.symbols()[1].name, "far");
  EXPECT_FALSE(file.symbols()[1].defined || file.symbols()[1].read_only);
  EXPECT_EQ(file.symbols()[2].name, "own");
  EXPECT_TRUE(file.symbols()[2].thread_local_ && file.symbols()[2].defined);
}

TEST(Elf, ThatIsNoneIsRefused) {
  EXPECT_EQ(problem_of_elf(""), "it ends too early");
  EXPECT_EQ(problem_of_elf(std::string(64, 'x')), "it is not a 64-bit ELF file");
  std::string other_order = SmallElf().image();
  other_order[EI_DATA] = ELFDATA2MSB;
  EXPECT_EQ(problem_of_elf(other_order), "it is not a 64-bit ELF file");
}

TEST(Elf, OfAFileIsRefusedByItsName) {
  try {
    const ElfFile file("", "kernel.so");
    FAIL() << "it was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.where().file, "kernel.so");
    EXPECT_EQ(error.problem(), "not a whole 64-bit ELF file: it ends too early");
  }
}

TEST(Elf, ThatIsCutAnywhereIsRefused) {
  const std::string image = SmallElf().image();
  for (std::size_t size = 0; size < image.size(); ++size) EXPECT_NE(problem_of_elf(image.substr(0, size)), "") << size;
}

bool is_within(std::string_view part, const std::string& whole) {
  return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

TEST(Elf, WithAnyByteAtItsExtremesGivesNothingFromOutsideTheFile) {
  const std::string whole = SmallElf().image();
  std::size_t refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const char byte : {'\x00', '\x01', '\x7f', '\x80', '\xff'}) {
      std::string image = whole;
      image[at] = byte;
      try {
        const ElfFile file(image);
        for (const ElfSection& section : file.sections())
          EXPECT_TRUE(is_within(section.name, image) && is_within(section.content, image)) << at;
        for (const ElfSymbol& symbol : file.symbols()) EXPECT_TRUE(is_within(symbol.name, image)) << at;
      } catch (const Error&) {
        ++refused;
      }
    }
  EXPECT_GT(refused, 200);
}

TEST(Elf, WithRandomBytesIsReadOrRefused) {
  std::mt19937 random(1);
  const std::string whole = SmallElf().image();
  for (int i = 0; i < 20'000; ++i) {
    std::string image = whole.substr(0, random() % 8 == 0 ? random() % whole.size() : whole.size());
    for (std::size_t changes = random() % 6; changes > 0 && !image.empty(); --changes)
      image[random() % image.size()] = static_cast<char>(random());
    problem_of_elf(image);
  }
}

TEST(Elf, AnOffsetThatOverflowsIsRefused) {
  std::string image = SmallElf().image();
  const std::uint64_t last = ~std::uint64_t{0} - 7;
  std::memcpy(image.data() + offsetof(Elf64_Ehdr, e_shoff), &last, sizeof last);
  EXPECT_EQ(problem_of_elf(image), "it ends too early");
  EXPECT_THROW(BoundedBytes("abc").slice(2, ~std::uint64_t{0}), Error);
  EXPECT_THROW(BoundedBytes("abc").text(0), Error);
}

}  // namespace
}  // namespace warpledger
