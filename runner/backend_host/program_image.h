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

/// A shared object's bytes.
struct SharedObject {
  // NOLINTNEXTLINE(google-explicit-constructor): a path names it
  SharedObject(const std::string& path) : name(path), bytes(read_file(path)) {}
  SharedObject(std::string name_, std::string bytes_) : name(std::move(name_)), bytes(std::move(bytes_)) {}

  std::string name;  ///< for complaints: the file
  std::string bytes;
};

/// A shared object of compiled kernels, as its file tells: nothing of it runs.
class ProgramImage {
 public:
  struct SharedVariable {
    std::uint64_t offset;  ///< from the program's registers, modulo 2^64
    std::uint64_t bytes;
  };

  /// `gpu_code` is of the same program; `limits`: what that GPU's SMs give to blocks, if known. Throws Error when the
  /// file is no compiled program.
  ProgramImage(SharedObject shared_object, GpuCode gpu_code, const std::optional<SmLimits>& limits);
  ProgramImage(const ProgramImage&) = delete;
  ProgramImage& operator=(const ProgramImage&) = delete;

  /// See Module::attributes(). Throws Error for a function that the program was not compiled for.
  std::vector<Metric> attributes(const std::string& function, std::uint64_t threads, std::uint32_t shared_bytes) const;

  /// Static shared memory of the program's kernel. Not known when it has several: then the sum is all there is.
  std::optional<std::uint64_t> static_shared_bytes() const;

  const std::string& name() const { return shared_object_.name; }
  const std::string& bytes() const { return shared_object_.bytes; }
  const std::vector<ElfSymbol>& symbols() const { return symbols_; }
  const GpuCode& gpu_code() const { return gpu_code_; }
  const std::vector<SharedVariable>& static_shared() const { return static_shared_; }
  /// From registers(); absent when the program uses none.
  const std::optional<std::uint64_t>& dynamic_shared_offset() const { return dynamic_shared_offset_; }
  std::uint64_t max_dynamic_shared_bytes() const { return max_dynamic_shared_bytes_; }

 private:
  void find_shared_variables();
  Metric blocks_per_sm(const KernelCode& code, std::uint64_t threads, std::uint32_t shared_bytes) const;

  SharedObject shared_object_;
  std::vector<ElfSymbol> symbols_;  ///< of shared_object_
  GpuCode gpu_code_;
  std::optional<SmLimits> limits_;
  std::vector<SharedVariable> static_shared_;
  std::optional<std::uint64_t> dynamic_shared_offset_;
  std::uint64_t max_dynamic_shared_bytes_ = 0;
};

}  // namespace warpledger
