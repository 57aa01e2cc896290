#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend_host/elf_symbols.h"
#include "backend_host/file_descriptor.h"
#include "backend_host/shim/abi.h"
#include "exec/backend.h"

namespace warpledger {

/// A shared object of compiled kernels, loaded for this module alone: two modules of the same program share no
/// variable.
class HostModule : public Module {
 public:
  explicit HostModule(const std::string& shared_object);

  std::vector<Metric> attributes(const std::string& function, std::uint64_t threads,
                                 std::uint32_t shared_bytes) const override;

  /// The kernel of that name expression, one of those the module was compiled for; else throws Error.
  const shim::Kernel& kernel(const std::string& function) const;

  /// Fills the `__constant__` variable. Throws PointEnd{invalid_point} when there is none of that name and size.
  void set_constant(const Constant& constant) const;

  /// Static shared memory of the module's kernel. Not known when it has several: then the sum is all there is.
  std::optional<std::uint64_t> static_shared_bytes() const;

  /// Of the calling OS thread.
  shim::Registers& registers() const { return *program_->registers(); }

  /// Fills this OS thread's static shared memory and the first `dynamic_bytes` of its dynamic shared memory with ones
  /// (NaN, -1): a new block's is undefined.
  void poison_shared(std::uint32_t dynamic_bytes) const;

 private:
  struct Unload {
    void operator()(void* handle) const;
  };
  struct SharedVariable {
    std::uint64_t offset;  ///< from registers(), modulo 2^64
    std::uint64_t bytes;
  };

  void find_shared_variables();

  FileDescriptor file_;
  std::unique_ptr<void, Unload> handle_;
  const shim::Program* program_ = nullptr;
  char* load_address_ = nullptr;
  std::vector<ElfSymbol> symbols_;
  std::vector<SharedVariable> static_shared_;
  std::optional<std::uint64_t> dynamic_shared_offset_;  ///< from registers(); absent when the program uses none
};

}  // namespace warpledger
