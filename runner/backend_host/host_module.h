#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend_host/host_memory.h"
#include "backend_host/program_image.h"
#include "backend_host/shim/abi.h"
#include "base/file.h"
#include "exec/backend.h"
#include "l1_model/model_parameters.h"

namespace warpledger {

FileDescriptor program_file();

/// A loaded shared object of compiled kernels. Modules of the same program share no variables.
class HostModule {
 public:
  /// `gpu_code` is of the same program; `limits` are those of the GPU's SMs, if known. The shared object is copied into
  /// `file`.
  HostModule(SharedObject shared_object, GpuCode gpu_code, const std::optional<SmLimits>& limits,
             FileDescriptor file = program_file());

  std::vector<Metric> attributes(const std::string& function, std::uint64_t threads, std::uint32_t shared_bytes) const {
    return image_.attributes(function, threads, shared_bytes);
  }

  /// Throws Error if the module was not compiled for `function`.
  const shim::Kernel& kernel(const std::string& function) const;

  const GpuCode& gpu_code() const { return image_.gpu_code(); }

  /// Fills the `__constant__` variable. Throws PointFailure{compile_failed} if none has that name and size.
  void set_constant(const Constant& constant) const;

  std::optional<std::uint64_t> static_shared_bytes() const { return image_.static_shared_bytes(); }

  /// Returns the program's variables of the calling OS thread and their GPU addresses: `__shared__` (static, then
  /// `dynamic_bytes` of dynamic), `__constant__` and `__device__`.
  std::vector<AddressRange> variables(std::uint32_t dynamic_bytes) const;

  std::uint64_t load_address() const { return reinterpret_cast<std::uintptr_t>(load_address_); }

  /// Registers of the calling OS thread.
  shim::Registers& registers() const { return *program_->registers(); }

  /// Fills this OS thread's static and dynamic shared memory with ones (NaN, -1), because a new block's is undefined.
  void poison_shared(std::uint32_t dynamic_bytes) const;

  /// Returns how many bytes past its dynamic shared memory a block has written since poison_shared(); detects up to 4
  /// KiB, within the maximum size.
  std::uint64_t written_past_shared(std::uint32_t dynamic_bytes) const;

 private:
  struct Unload {
    void operator()(void* handle) const;
  };
  /// `offset` may be negative, modulo 2^64.
  unsigned char* at(std::uint64_t offset) const;
  std::span<unsigned char> shared_guard(std::uint32_t dynamic_bytes) const;
  void add_shared(std::uint32_t dynamic_bytes, std::vector<AddressRange>& all) const;

  ProgramImage image_;
  FileDescriptor file_;
  std::unique_ptr<void, Unload> handle_;
  const shim::Program* program_ = nullptr;
  char* load_address_ = nullptr;
};

}  // namespace warpledger
