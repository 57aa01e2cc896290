#include "backend_host/host_module.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "backend_host/block_runner.h"
#include "backend_host/translation.h"
#include "base/error.h"
#include "base/text.h"

namespace warpledger {
namespace {

constexpr const char* kRegisters = "_ZN10warpledger4shim9registersE";

/// A nameless copy of a file in memory. The loader takes files of the same path or inode for one object.
int copy_in_memory(const std::string& path) {
  const std::string bytes = read_file(path);
  const int file = memfd_create("warpledger kernels", MFD_CLOEXEC);
  for (std::size_t done = 0; file >= 0 && done < bytes.size();) {
    const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
    if (count <= 0) throw Error({.file = path}, "cannot copy this file to memory", "check that memory is left");
    done += static_cast<std::size_t>(count);
  }
  return file;
}

void* load(int file, const std::string& shared_object) {
  void* handle = dlopen(fmt::format("/proc/self/fd/{}", file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    throw Error({.file = shared_object}, fmt::format("cannot load this compiled program: {}", dlerror()),
                "delete it; it is compiled again when needed");
  return handle;
}

Metric absent(const char* name, const char* unit, const char* reason) {
  return {.name = name, .value = std::nullopt, .unit = unit, .source = "attribute", .reason = reason};
}

}  // namespace

void HostModule::Unload::operator()(void* handle) const { dlclose(handle); }

HostModule::HostModule(const std::string& shared_object)
    : file_(copy_in_memory(shared_object)), handle_(load(file_.number(), shared_object)) {
  program_ = static_cast<const shim::Program*>(dlsym(handle_.get(), "warpledger_program"));
  link_map* map = nullptr;
  if (program_ == nullptr || dlinfo(handle_.get(), RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0)
    throw Error({.file = shared_object}, "not a compiled program of this backend", "delete it");
  // An integer in <link.h>; copied, because a cast would hide from the compiler what it points to.
  std::memcpy(&load_address_, &map->l_addr, sizeof load_address_);
  symbols_ = elf_symbols(shared_object);
  find_shared_variables();
  program_->bind(&BlockRunner::runtime());
}

void HostModule::find_shared_variables() {
  const auto offset_of = [this](const char* name) -> std::optional<std::uint64_t> {
    const auto found = std::find_if(symbols_.begin(), symbols_.end(),
                                    [name](const ElfSymbol& s) { return s.thread_local_ && s.name == name; });
    return found == symbols_.end() ? std::nullopt : std::optional(found->value);
  };
  const std::uint64_t registers = offset_of(kRegisters).value();
  const auto dynamic = offset_of(kDynamicShared);
  if (dynamic) dynamic_shared_offset_ = *dynamic - registers;
  for (const ElfSymbol& symbol : symbols_)
    if (symbol.thread_local_ && symbol.value != registers && symbol.value != dynamic)
      static_shared_.push_back({symbol.value - registers, symbol.bytes});
}

std::optional<std::uint64_t> HostModule::static_shared_bytes() const {
  if (program_->kernel_count != 1) return std::nullopt;
  std::uint64_t bytes = 0;
  for (const SharedVariable& variable : static_shared_) bytes += variable.bytes;
  return bytes;
}

void HostModule::poison_shared(std::uint32_t dynamic_bytes) const {
  char* const origin = reinterpret_cast<char*>(&registers());
  for (const SharedVariable& variable : static_shared_) std::memset(origin + variable.offset, 0xff, variable.bytes);
  if (dynamic_shared_offset_) std::memset(origin + *dynamic_shared_offset_, 0xff, dynamic_bytes);
}

std::vector<Metric> HostModule::attributes(const std::string& function, std::uint64_t /*threads*/,
                                           std::uint32_t /*shared_bytes*/) const {
  kernel(function);
  const char* const no_gpu_code = "host backend: no GPU code";
  Metric shared =
      absent("static_shared_bytes", "byte", "host backend: known only for a program of one kernel function");
  if (const auto bytes = static_shared_bytes()) {
    shared.value = static_cast<double>(*bytes);
    shared.reason.clear();
  }
  return {absent("registers", "register", no_gpu_code), shared, absent("local_bytes", "byte", no_gpu_code),
          absent("blocks_per_sm", "block", no_gpu_code)};
}

const shim::Kernel& HostModule::kernel(const std::string& function) const {
  for (unsigned i = 0; i < program_->kernel_count; ++i)
    if (function == program_->kernels[i].name) return program_->kernels[i];
  throw Error(fmt::format("the module was not compiled for '{}'", function), "name it when the program is compiled");
}

void HostModule::set_constant(const Constant& constant) const {
  // A const variable has internal linkage, and so a longer linker name.
  const std::string internal = fmt::format("_ZL{}{}", constant.symbol.size(), constant.symbol);
  for (const ElfSymbol& symbol : symbols_) {
    if (!symbol.object || !symbol.defined || (symbol.name != constant.symbol && symbol.name != internal)) continue;
    if (symbol.bytes != constant.bytes.size())
      throw PointEnd(Outcome::invalid_point,
                     fmt::format("constant '{}' has {} bytes in the source, but {} bytes are to be filled in",
                                 constant.symbol, symbol.bytes, constant.bytes.size()));
    std::memcpy(load_address_ + symbol.value, constant.bytes.data(), constant.bytes.size());
    return;
  }
  throw PointEnd(Outcome::invalid_point, fmt::format("the program has no __constant__ variable '{}'", constant.symbol));
}

}  // namespace warpledger
