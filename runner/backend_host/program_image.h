#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend_host/gpu_code.h"
#include "base/elf.h"
#include "base/file.h"
#include "l1_model/model_parameters.h"
#include "model/metric.h"

namespace warpledger {

struct SharedObject {
  // NOLINTNEXTLINE(google-explicit-constructor): a path names it
  SharedObject(const std::string& path) : name(path), bytes(read_file(path)) {}
  SharedObject(std::string name_, std::string bytes_) : name(std::move(name_)), bytes(std::move(bytes_)) {}

  std::string name;  ///< file, for messages
  std::string bytes;
};

/// A shared object of compiled kernels, read from its file without running any of it.
class ProgramImage {
 public:
  struct SharedVariable {
    std::uint64_t offset;  ///< from the program's registers, modulo 2^64
    std::uint64_t bytes;
  };

  /// `gpu_code` is of the same program; `limits` are those of the GPU's SMs, if known. Throws Error if the file is not
  /// a compiled program.
  ProgramImage(SharedObject shared_object, GpuCode gpu_code, const std::optional<SmLimits>& limits);
  ProgramImage(const ProgramImage&) = delete;
  ProgramImage& operator=(const ProgramImage&) = delete;

  /// See Module::attributes(). Throws Error if the program was not compiled for `function`.
  std::vector<Metric> attributes(const std::string& function, std::uint64_t threads, std::uint32_t shared_bytes) const;

  /// Returns the kernel's static shared memory; absent if there are several kernels, because only their sum is known.
  std::optional<std::uint64_t> static_shared_bytes() const;

  const std::string& name() const { return shared_object_.name; }
  const std::string& bytes() const { return shared_object_.bytes; }
  const std::vector<ElfSymbol>& symbols() const { return symbols_; }
  const GpuCode& gpu_code() const { return gpu_code_; }
  const std::vector<SharedVariable>& static_shared() const { return static_shared_; }
  /// From registers(); absent if unused.
  const std::optional<std::uint64_t>& dynamic_shared_offset() const { return dynamic_shared_offset_; }
  std::uint64_t max_dynamic_shared_bytes() const { return max_dynamic_shared_bytes_; }

 private:
  void find_shared_variables();
  Metric blocks_per_sm(const KernelCode& code, std::uint64_t threads, std::uint32_t shared_bytes) const;

  SharedObject shared_object_;
  std::vector<ElfSymbol> symbols_;
  GpuCode gpu_code_;
  std::optional<SmLimits> limits_;
  std::vector<SharedVariable> static_shared_;
  std::optional<std::uint64_t> dynamic_shared_offset_;
  std::uint64_t max_dynamic_shared_bytes_ = 0;
};

}  // namespace warpledger
