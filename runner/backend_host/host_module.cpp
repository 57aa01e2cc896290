#include "backend_host/host_module.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "backend_host/block_runner.h"
#include "backend_host/translation.h"
#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

/// Follows a block's dynamic shared memory, to detect writes past its end.
constexpr std::uint64_t kSharedGuardBytes = 4096;
constexpr unsigned char kSharedGuardByte = 0x5c;

void copy(const std::string& path, const std::string& bytes, const FileDescriptor& to) {
  lseek(to.number(), 0, SEEK_SET);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(to.number(), bytes.data() + done, bytes.size() - done);
    if (count <= 0) throw Error({.file = path}, "cannot copy this file to memory", "check that memory is free");
    done += static_cast<std::size_t>(count);
  }
}

/// Loads a copy in `memory`: the loader treats files of the same path or inode as one object.
void* load(const std::string& shared_object, const std::string& image, const FileDescriptor& memory) {
  copy(shared_object, image, memory);
  void* handle = dlopen(fmt::format("/proc/self/fd/{}", memory.number()).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    throw Error({.file = shared_object}, fmt::format("cannot load this compiled program: {}", dlerror()),
                "delete it; it is compiled again when needed");
  return handle;
}

}  // namespace

void HostModule::Unload::operator()(void* handle) const { dlclose(handle); }

FileDescriptor program_file() { return FileDescriptor(memfd_create("warpledger kernels", MFD_CLOEXEC)); }

HostModule::HostModule(SharedObject shared_object, GpuCode gpu_code, const std::optional<SmLimits>& limits,
                       FileDescriptor file)
    : image_(std::move(shared_object), std::move(gpu_code), limits),
      file_(std::move(file)),
      handle_(load(image_.name(), image_.bytes(), file_)) {
  program_ = static_cast<const shim::Program*>(dlsym(handle_.get(), "warpledger_program"));
  link_map* map = nullptr;
  if (program_ == nullptr || dlinfo(handle_.get(), RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0)
    throw Error({.file = image_.name()}, "not a compiled program of this backend",
                "delete it; it is compiled again when needed");
  // An integer in <link.h>; a cast would hide from the compiler what it points to.
  std::memcpy(&load_address_, &map->l_addr, sizeof load_address_);
  program_->bind(&BlockRunner::runtime());
}

unsigned char* HostModule::at(std::uint64_t offset) const {
  return reinterpret_cast<unsigned char*>(&registers()) + static_cast<std::ptrdiff_t>(offset);
}

void HostModule::poison_shared(std::uint32_t dynamic_bytes) const {
  for (const auto& variable : image_.static_shared()) std::memset(at(variable.offset), 0xff, variable.bytes);
  if (!image_.dynamic_shared_offset()) return;
  std::memset(at(*image_.dynamic_shared_offset()), 0xff, dynamic_bytes);
  std::ranges::fill(shared_guard(dynamic_bytes), kSharedGuardByte);
}

std::span<unsigned char> HostModule::shared_guard(std::uint32_t dynamic_bytes) const {
  if (!image_.dynamic_shared_offset()) return {};
  unsigned char* const dynamic = at(*image_.dynamic_shared_offset());
  return {dynamic + dynamic_bytes, std::min(kSharedGuardBytes, image_.max_dynamic_shared_bytes() - dynamic_bytes)};
}

std::uint64_t HostModule::written_past_shared(std::uint32_t dynamic_bytes) const {
  const auto guard = shared_guard(dynamic_bytes);
  // Comparing with the neighbour is fast, which matters for each block.
  if (guard.empty() || (guard[0] == kSharedGuardByte && std::memcmp(&guard[0], &guard[1], guard.size() - 1) == 0))
    return 0;
  const auto written = [](unsigned char byte) { return byte != kSharedGuardByte; };
  return static_cast<std::uint64_t>(std::find_if(guard.rbegin(), guard.rend(), written).base() - guard.begin());
}

void HostModule::add_shared(std::uint32_t dynamic_bytes, std::vector<AddressRange>& all) const {
  const auto origin = reinterpret_cast<std::uintptr_t>(&registers());
  // The largest alignment of any shared memory element.
  constexpr std::uint64_t kAlignment = 16;
  std::uint64_t next = 0;
  for (const auto& variable : image_.static_shared()) {
    const std::uint64_t begin = origin + variable.offset;
    const std::uint64_t alignment = std::min(kAlignment, begin & (~begin + 1));
    next = (next + alignment - 1) / alignment * alignment;
    all.push_back({begin, variable.bytes, Space::shared, next});
    next += variable.bytes;
  }
  next = (next + kAlignment - 1) / kAlignment * kAlignment;
  if (image_.dynamic_shared_offset())
    all.push_back({origin + *image_.dynamic_shared_offset(), dynamic_bytes, Space::shared, next});
}

std::vector<AddressRange> HostModule::variables(std::uint32_t dynamic_bytes) const {
  // Far from buffers, which start at small addresses.
  constexpr std::uint64_t kVariables = std::uint64_t{1} << 46;
  std::vector<AddressRange> all;
  add_shared(dynamic_bytes, all);
  for (const ElfSymbol& symbol : image_.symbols()) {
    if (!symbol.object || !symbol.defined || symbol.name.find("warpledger") != std::string_view::npos) continue;
    // The shim marks `__constant__` by this visibility.
    const Space space = symbol.is_protected || symbol.read_only ? Space::constant : Space::global;
    all.push_back({load_address() + symbol.value, symbol.bytes, space, kVariables + symbol.value});
  }
  return all;
}

const shim::Kernel& HostModule::kernel(const std::string& function) const {
  for (unsigned i = 0; i < program_->kernel_count; ++i)
    if (function == program_->kernels[i].name) return program_->kernels[i];
  throw Error(fmt::format("the module was not compiled for '{}'", function), "name it when the program is compiled");
}

void HostModule::set_constant(const Constant& constant) const {
  // Const variables have internal linkage, so a longer linker name.
  const std::string internal = fmt::format("_ZL{}{}", constant.symbol.size(), constant.symbol);
  for (const ElfSymbol& symbol : image_.symbols()) {
    if (!symbol.object || !symbol.defined || (symbol.name != constant.symbol && symbol.name != internal)) continue;
    if (symbol.bytes != constant.bytes.size())
      throw PointFailure(Outcome::compile_failed,
                         fmt::format("__constant__ '{}' has {} bytes; the family fills {} bytes", constant.symbol,
                                     symbol.bytes, constant.bytes.size()));
    std::memcpy(load_address_ + symbol.value, constant.bytes.data(), constant.bytes.size());
    return;
  }
  throw PointFailure(Outcome::compile_failed,
                     fmt::format("the program declares no __constant__ '{}'", constant.symbol));
}

}  // namespace warpledger
