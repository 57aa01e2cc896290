#include "sass/cubin_reader.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/elf.h"
#include "base/error.h"

namespace warpledger {
namespace {

constexpr std::array kKnownArchitectures = {80, 86, 87, 89, 90, 100, 103, 120};
constexpr std::string_view kCode = ".text.";
constexpr std::string_view kStaticShared = ".nv.shared.";

constexpr std::string_view kInfoOfKernel = ".nv.info.";

// Attributes of .nv.info sections, inferred from ptxas and `ptxas -v`. Each has a format byte, an attribute byte and
// two more bytes; with kSizedFormat, these are the size of the payload that follows.
constexpr unsigned kSizedFormat = 4;
constexpr unsigned kMaxThreads = 0x05;     // per kernel; payload: threads in x, y, z
constexpr unsigned kMinStackSize = 0x12;   // payload: symbol, bytes
constexpr unsigned kRegisterCount = 0x2f;  // payload: symbol, registers

// Shared memory reserved by the system per block; from 9.0 on it is part of the kernel's section.
constexpr std::uint64_t kReservedSharedBytes = 1024;

[[noreturn]] void refuse_cubin(std::string_view what) {
  throw Error(fmt::format("not a complete cubin: {}", what), "compile the program again");
}

ElfFile elf_of(std::string_view image) {
  try {
    return ElfFile(image);
  } catch (const Error& error) {
    refuse_cubin(error.problem());
  }
}

/// Returns the compute capability without its dot. ABI version 8 moved it within the flags.
int arch_of(const ElfFile& file) {
  const bool moved = file.abi_version() >= 8;
  return static_cast<int>((moved ? file.flags() >> 8 : file.flags()) & 0xff);
}

void take_attribute(CubinCode& cubin, unsigned attribute, std::string_view symbol, std::uint32_t value) {
  const auto kernel = cubin.kernels.find(std::string(symbol));
  if (kernel == cubin.kernels.end()) return;
  if (attribute == kRegisterCount) kernel->second.registers = value;
  if (attribute == kMinStackSize) kernel->second.local_bytes = value;
}

/// Calls `take` with the number, payload offset and payload size.
template <class Take>
void for_each_attribute(std::string_view bytes, const Take& take) try {
  const BoundedBytes info(bytes);
  for (std::uint64_t at = 0; at + 4 <= info.size();) {
    const auto format = info.at<std::uint8_t>(at);
    const auto attribute = info.at<std::uint8_t>(at + 1);
    const auto size = info.at<std::uint16_t>(at + 2);
    at += 4;
    if (format != kSizedFormat) continue;
    take(attribute, info, at, size);
    at += size;
  }
} catch (const Error& error) {
  refuse_cubin(error.problem());
}

void take_attributes(CubinCode& cubin, std::string_view bytes, const std::vector<ElfSymbol>& symbols) {
  for_each_attribute(bytes, [&](unsigned attribute, const BoundedBytes& info, std::uint64_t at, unsigned size) {
    if ((attribute != kRegisterCount && attribute != kMinStackSize) || size < 8) return;
    const auto symbol = info.at<std::uint32_t>(at);
    if (symbol >= symbols.size()) throw Error("an attribute belongs to no function", "");
    take_attribute(cubin, attribute, symbols[symbol].name, info.at<std::uint32_t>(at + 4));
  });
}

void take_max_threads(KernelCode& kernel, std::string_view bytes) {
  for_each_attribute(bytes, [&](unsigned attribute, const BoundedBytes& info, std::uint64_t at, unsigned size) {
    if (attribute != kMaxThreads || size < 12) return;
    std::uint64_t threads = 1;
    for (const unsigned offset : {0U, 4U, 8U}) threads *= info.at<std::uint32_t>(at + offset);
    kernel.max_threads = threads;
  });
}

KernelCode* kernel_of(CubinCode& cubin, const ElfSection& section, std::string_view prefix) {
  if (!section.name.starts_with(prefix)) return nullptr;
  const auto kernel = cubin.kernels.find(std::string(section.name.substr(prefix.size())));
  return kernel == cubin.kernels.end() ? nullptr : &kernel->second;
}

void take_sections(CubinCode& cubin, const ElfFile& file) {
  for (const ElfSection& section : file.sections()) {
    if (!section.name.starts_with(kCode)) continue;
    if (section.content.size() % 16 != 0) refuse_cubin("its code ends within an instruction");
    cubin.kernels[std::string(section.name.substr(kCode.size()))].code = section.content;
  }
  for (const ElfSection& section : file.sections()) {
    if (section.name == ".nv.info") take_attributes(cubin, section.content, file.symbols());
    if (KernelCode* kernel = kernel_of(cubin, section, kInfoOfKernel)) take_max_threads(*kernel, section.content);
    KernelCode* kernel = kernel_of(cubin, section, kStaticShared);
    if (kernel == nullptr) continue;
    const std::uint64_t reserved = cubin.arch >= 90 ? kReservedSharedBytes : 0;
    kernel->static_shared_bytes = section.bytes - std::min(section.bytes, reserved);
  }
}

}  // namespace

CubinCode read_cubin(std::string_view image) {
  const ElfFile file = elf_of(image);
  if (file.machine() != EM_CUDA) refuse_cubin("it is for another kind of processor");
  CubinCode cubin;
  cubin.arch = arch_of(file);
  if (std::find(kKnownArchitectures.begin(), kKnownArchitectures.end(), cubin.arch) == kKnownArchitectures.end())
    throw Error(fmt::format("the machine code of sm_{} is not supported", cubin.arch),
                fmt::format("compile for one of {}", fmt::join(kKnownArchitectures, ", ")));
  take_sections(cubin, file);
  return cubin;
}

}  // namespace warpledger
