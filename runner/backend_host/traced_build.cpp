#include "backend_host/traced_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "backend_host/compiler.h"
#include "backend_host/traced_ir.h"
#include "backend_host/translation.h"
#include "base/elf.h"
#include "base/error.h"
#include "base/file.h"
#include "model/digest.h"

namespace warpledger {
namespace {

using Flags = std::vector<std::string>;

constexpr int kOldestClang = 14;

const Flags kOptimise = {"-O3",
                         // A host vector would be many accesses of the GPU.
                         "-fno-vectorize", "-fno-slp-vectorize",
                         // As GPU compilers do: inlines calls and unrolls loops, so arrays stay in registers.
                         "-mllvm", "-inline-threshold=100000", "-mllvm", "-unroll-threshold=2000",
                         // As on GPUs, where lanes may diverge: no jump threading, which copies code.
                         "-mllvm", "-jump-threading-threshold=0",
                         // No loop may become a block copy or fill, which instrumentation skips.
                         "-fno-builtin-memcpy", "-fno-builtin-memset", "-fno-builtin-memmove",
                         // A tail call would give the callee an incorrect site.
                         "-fno-optimize-sibling-calls"};

// Loads and stores are only instrumented together with a kind that follows control flow.
const Flags kInstrument = {"-fsanitize-coverage=bb,no-prune,trace-pc-guard,trace-loads,trace-stores"};

// Generates code without reordering the blocks.
const Flags kGenerate = {"-O3",
                         "-Xclang",
                         "-disable-llvm-passes",
                         "-mllvm",
                         "-disable-block-placement",
                         "-mllvm",
                         "-disable-tail-duplicate",
                         "-mllvm",
                         "-disable-early-taildup"};

const Flags kInstrumentGcc = {"-O3",
                              "-fno-tree-vectorize",
                              "-fno-store-merging",
                              "-fno-tree-loop-distribute-patterns",
                              "-fno-optimize-sibling-calls",
                              "-fsanitize=thread",
                              "-fsanitize-coverage=trace-pc"};

Flags operator+(Flags left, const Flags& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Flags common_flags(const HostCompiler& compiler, const CompileTarget& target) {
  return kernel_flags(compiler) +
         Flags{"-DWARPLEDGER_TRACED", fmt::format("-D__CUDA_ARCH__={}", target.cuda_arch), "-I."};
}

/// Four passes: front end; optimiser; optimiser again, which removes remaining redundant loads and then instruments;
/// code generation. Block copies are expanded in between, and finally the blocks are put in the order in which lanes
/// are merged.
void compile_with_clang(const CompileFolder& folder, const Flags& flags, const std::string& unit) {
  const auto edit = [&folder](const std::string& file, std::string (*change)(const std::string& ir)) {
    folder.write({file, change(read_file((folder.path() / file).string()))});
  };
  const Flags to_text = flags + kOptimise + Flags{"-S", "-emit-llvm"};
  folder.compile(to_text + Flags{"-Xclang", "-disable-llvm-passes", unit, "-o", "source.ll"});
  edit("source.ll", rename_block_copies);
  folder.compile(to_text + Flags{"source.ll", "-o", "optimised.ll"});
  edit("optimised.ll", rename_block_copies);
  folder.compile(to_text + kInstrument + Flags{"optimised.ll", "-o", "traced.ll"});
  edit("traced.ll", order_blocks);
  folder.compile(flags + kGenerate + Flags{"-c", "traced.ll", "-o", "kernel.o"});
}

/// The shim's block functions contain loads, so every program has instrumented accesses.
void check_instrumented(const HostCompiler& compiler, const std::filesystem::path& object) {
  const std::string image = read_file(object);
  const ElfFile file(image, object);
  const bool found = std::ranges::any_of(file.symbols(), [](const ElfSymbol& symbol) {
    return !symbol.defined && (symbol.name == "__sanitizer_cov_load4" || symbol.name == "__tsan_read4");
  });
  if (!found)
    throw Error(fmt::format("{} ({}) does not log loads and stores", compiler.path, compiler.version),
                "install clang 14 or newer, or set WARPLEDGER_HOST_CXX to it");
}

/// Returns the object file of trace_callbacks(), shared by all programs because compiling it takes a ninth of the time.
std::string callbacks_object(const HostCompiler& compiler, const CompileTarget& target, const std::string& cache_dir) {
  const Flags flags = common_flags(compiler, target) + Flags{"-O2"};
  const std::string key = build_key(compiler, target, {trace_callbacks(), {}}, {}, flags);
  return cached_build(compiler, cache_dir, key, "callbacks.o", [&](const CompileFolder& folder) {
    for (const SourceFile& header : shim_headers()) folder.write(header);
    folder.write(trace_callbacks());
    folder.compile(flags + Flags{"-c", trace_callbacks().name, "-o", "callbacks.o"});
  });
}

void build_traced(const HostCompiler& compiler, const CompileFolder& folder, const CompileTarget& target,
                  const Translation& translation, const std::string& callbacks) {
  for (const SourceFile& file : translation.files) folder.write(file);
  folder.write(translation.unit);
  const Flags flags = common_flags(compiler, target);
  if (traces_well(compiler))
    compile_with_clang(folder, flags, translation.unit.name);
  else
    folder.compile(flags + kInstrumentGcc + Flags{"-c", translation.unit.name, "-o", "kernel.o"});
  check_instrumented(compiler, folder.path() / "kernel.o");
  folder.link({"kernel.o", callbacks}, target.max_dynamic_shared_bytes);
}

}  // namespace

bool traces_well(const HostCompiler& compiler) { return clang_version(compiler) > 0; }

std::string compile_traced(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                           std::span<const std::string> functions, const std::string& cache_dir) {
  if (traces_well(compiler) && clang_version(compiler) < kOldestClang)
    throw Error(fmt::format("{} ({}) cannot log loads and stores", compiler.path, compiler.version),
                "install clang 14 or newer, or set WARPLEDGER_HOST_CXX to it");
  const Flags flags = common_flags(compiler, target) + kOptimise + kInstrument + kGenerate + kInstrumentGcc +
                      Flags{trace_callbacks().text};
  const std::string key = build_key(compiler, target, program, functions, flags);
  return cached_build(compiler, cache_dir, key, kSharedObject, [&](const CompileFolder& folder) {
    build_traced(compiler, folder, target, translate(program, functions),
                 callbacks_object(compiler, target, cache_dir));
  });
}

CompileTarget compile_target(const Profile& profile) {
  return {.cuda_arch = 10 * profile.arch(),
          .max_dynamic_shared_bytes = static_cast<std::uint64_t>(profile.fact("shared_per_block_optin_bytes"))};
}

TracedModules::TracedModules(const Profile& profile, std::string cache_dir)
    : target_(compile_target(profile)), cache_dir_(std::move(cache_dir)) {}

const HostModule& TracedModules::twin_of(const HostModule& plain) {
  const GpuCode& code = plain.gpu_code();
  const std::string key = compilation_key(code.program(), code.functions());
  std::unique_ptr<HostModule>& twin = twins_[key];
  if (!twin) twin = std::make_unique<HostModule>(compiled(code), code, std::nullopt);
  return *twin;
}

std::string TracedModules::compiled(const GpuCode& code) {
  if (!compiler_) compiler_ = find_host_compiler();
  return compile_traced(*compiler_, target_, code.program(), code.functions(), cache_dir_);
}

}  // namespace warpledger
