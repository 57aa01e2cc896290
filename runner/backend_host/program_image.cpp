#include "backend_host/program_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "backend_host/translation.h"
#include "base/error.h"

namespace warpledger {
namespace {

constexpr const char* kRegisters = "_ZN10warpledger4shim9registersE";

Metric absent(const char* name, const char* unit, const std::string& reason) {
  return {.name = name, .value = std::nullopt, .unit = unit, .source = "attribute", .reason = reason};
}

Metric attribute(const char* name, const char* unit, double value) { return {name, value, unit, "attribute", ""}; }

}  // namespace

ProgramImage::ProgramImage(SharedObject shared_object, GpuCode gpu_code, const std::optional<SmLimits>& limits)
    : shared_object_(std::move(shared_object)),
      symbols_(ElfFile(bytes(), name()).symbols()),
      gpu_code_(std::move(gpu_code)),
      limits_(limits) {
  find_shared_variables();
}

void ProgramImage::find_shared_variables() {
  const auto find = [this](const char* name) -> std::optional<ElfSymbol> {
    const auto found = std::find_if(symbols_.begin(), symbols_.end(),
                                    [name](const ElfSymbol& s) { return s.thread_local_ && s.name == name; });
    return found == symbols_.end() ? std::nullopt : std::optional(*found);
  };
  const auto found = find(kRegisters);
  if (!found)
    throw Error({.file = name()}, "not a compiled program of this backend",
                "delete it; it is compiled again when needed");
  const std::uint64_t registers = found->value;
  const auto dynamic = find(kDynamicShared);
  if (dynamic) {
    dynamic_shared_offset_ = dynamic->value - registers;
    max_dynamic_shared_bytes_ = dynamic->bytes;
  }
  for (const ElfSymbol& symbol : symbols_)
    if (symbol.thread_local_ && symbol.value != registers && !(dynamic && symbol.value == dynamic->value))
      static_shared_.push_back({symbol.value - registers, symbol.bytes});
  // In memory order: offsets may be negative.
  std::sort(static_shared_.begin(), static_shared_.end(), [](const SharedVariable& a, const SharedVariable& b) {
    return static_cast<std::int64_t>(a.offset) < static_cast<std::int64_t>(b.offset);
  });
}

std::optional<std::uint64_t> ProgramImage::static_shared_bytes() const {
  if (gpu_code_.functions().size() != 1) return std::nullopt;
  std::uint64_t bytes = 0;
  for (const SharedVariable& variable : static_shared_) bytes += variable.bytes;
  return bytes;
}

std::vector<Metric> ProgramImage::attributes(const std::string& function, std::uint64_t threads,
                                             std::uint32_t shared_bytes) const {
  if (std::ranges::count(gpu_code_.functions(), function) == 0)
    throw Error(fmt::format("the module was not compiled for '{}'", function), "name it when the program is compiled");
  try {
    const KernelCode& code = gpu_code_.kernel(function);
    return {attribute("registers", "register", code.registers),
            attribute("static_shared_bytes", "byte", static_cast<double>(code.static_shared_bytes)),
            attribute("local_bytes", "byte", static_cast<double>(code.local_bytes)),
            blocks_per_sm(code, threads, shared_bytes)};
  } catch (const Error& error) {
    const auto bytes = static_shared_bytes();
    return {absent("registers", "register", error.problem()),
            bytes ? attribute("static_shared_bytes", "byte", static_cast<double>(*bytes))
                  : absent("static_shared_bytes", "byte", error.problem()),
            absent("local_bytes", "byte", error.problem()), absent("blocks_per_sm", "block", error.problem())};
  }
}

Metric ProgramImage::blocks_per_sm(const KernelCode& code, std::uint64_t threads, std::uint32_t shared_bytes) const {
  if (code.max_threads && threads > *code.max_threads)
    return absent("blocks_per_sm", "block",
                  fmt::format("{} {} threads can be launched: the kernel's bounds allow {} (__launch_bounds__)",
                              kNoBlockOf, threads, *code.max_threads));
  if (!limits_)
    return absent("blocks_per_sm", "block", "host backend: the profile does not state the resources of an SM");
  const std::uint32_t blocks = resident_blocks(*limits_, {.threads = static_cast<std::uint32_t>(threads),
                                                          .registers_per_thread = code.registers,
                                                          .shared_bytes = code.static_shared_bytes + shared_bytes});
  if (blocks > 0) return attribute("blocks_per_sm", "block", blocks);
  return absent(
      "blocks_per_sm", "block",
      fmt::format("{} {} threads with {} B of dynamic shared memory fits an SM", kNoBlockOf, threads, shared_bytes));
}

}  // namespace warpledger
