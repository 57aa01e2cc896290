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

/// A nameless file in memory that a program is loaded from.
FileDescriptor program_file();

/// A shared object of compiled kernels, loaded for this module alone: two modules of the same program share no
/// variable.
class HostModule {
 public:
  /// `gpu_code` is of the same program; `limits`: what that GPU's SMs give to blocks, if known. `file` is what the
  /// shared object is copied into.
  HostModule(SharedObject shared_object, GpuCode gpu_code, const std::optional<SmLimits>& limits,
             FileDescriptor file = program_file());

  /// See Module::attributes().
  std::vector<Metric> attributes(const std::string& function, std::uint64_t threads, std::uint32_t shared_bytes) const {
    return image_.attributes(function, threads, shared_bytes);
  }

  /// The kernel of that name expression, one of those the module was compiled for; else throws Error.
  const shim::Kernel& kernel(const std::string& function) const;

  /// What the GPU would run. See GpuCode::kernel.
  const GpuCode& gpu_code() const { return image_.gpu_code(); }

  /// Fills the `__constant__` variable. Throws PointFailure{invalid_point} when there is none of that name and size.
  void set_constant(const Constant& constant) const;

  /// See ProgramImage.
  std::optional<std::uint64_t> static_shared_bytes() const { return image_.static_shared_bytes(); }

  /// Where the program's variables are for the calling OS thread, and what memory of a GPU they stand for: `__shared__`
  /// (static, then `dynamic_bytes` of dynamic), `__constant__` and `__device__`.
  std::vector<AddressRange> variables(std::uint32_t dynamic_bytes) const;

  /// Where the shared object begins.
  std::uint64_t load_address() const { return reinterpret_cast<std::uintptr_t>(load_address_); }

  /// Of the calling OS thread.
  shim::Registers& registers() const { return *program_->registers(); }

  /// Fills this OS thread's static shared memory and the first `dynamic_bytes` of its dynamic shared memory with ones
  /// (NaN, -1): a new block's is undefined.
  void poison_shared(std::uint32_t dynamic_bytes) const;

  /// How far behind the dynamic shared memory the block that ran since poison_shared() wrote, in bytes: 0 for one that
  /// kept to it. Looks at the next 4 KiB, as far as the device has so much.
  std::uint64_t written_past_shared(std::uint32_t dynamic_bytes) const;

 private:
  struct Unload {
    void operator()(void* handle) const;
  };
  /// A variable of this OS thread; of one that lies before the registers, the offset is a negative number's bits.
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
