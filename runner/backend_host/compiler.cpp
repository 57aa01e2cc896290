#include "backend_host/compiler.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "backend_host/translation.h"
#include "base/atomic_file.h"
#include "base/elf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/key_lock.h"
#include "base/subprocess.h"
#include "exec/backend.h"
#include "model/digest.h"
#include "model/program.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> compile_flags(const HostCompiler& compiler, const CompileTarget& target) {
  std::vector<std::string> flags = kernel_flags(compiler);
  flags.insert(flags.end(), {"-O2", fmt::format("-D__CUDA_ARCH__={}", target.cuda_arch)});
  return flags;
}

void build(const HostCompiler& compiler, const CompileFolder& folder, const CompileTarget& target,
           const Translation& translation) {
  for (const SourceFile& file : translation.files) folder.write(file);
  folder.write(translation.unit);
  std::vector<std::string> compile = compile_flags(compiler, target);
  compile.insert(compile.end(), {"-I.", "-c", translation.unit.name, "-o", "kernel.o"});
  folder.compile(compile);
  folder.link({"kernel.o"}, target.max_dynamic_shared_bytes);
}

/// Returns the kernel author's view of undefined symbols; other messages unchanged.
std::string link_log(const std::string& log) {
  static const std::regex kUndefined(R"((?:undefined reference to |undefined symbol: )[`']?([^'\n]+))");
  std::smatch found;
  return std::regex_search(log, found, kUndefined) ? found.str(1) + " is declared and not defined" : log;
}

/// Returns the kernel's problem instead of the launch's; other messages unchanged.
std::string launch_log(const std::string& log) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kMeanings = {
      {{"between pointer and integer", "it is not a template"},
       {"overloaded function type", "no template of that name, or more than one, takes these arguments"},
       {"unable to deduce", "no template of that name, or more than one, takes these arguments"},
       {"undefined template", "it does not return void"},
       {"incomplete type", "it does not return void"}}};
  constexpr std::string_view kNoKernel = "the source has no kernel ", kColon = ": ";
  if (!log.starts_with(kNoKernel)) return log;
  for (const auto& [sign, meaning] : kMeanings)
    if (log.find(sign) != std::string::npos)
      return fmt::format("{}{}", std::string_view(log).substr(0, log.find(kColon) + kColon.size()), meaning);
  return log;
}

/// Returns the program's `extern __shared__` arrays: undefined thread-local variables.
std::vector<std::string> undefined_shared_arrays(const fs::path& object) {
  const std::string image = read_file(object);
  const ElfFile file(image, object);
  std::set<std::string> names;
  for (const ElfSymbol& symbol : file.symbols())
    if (symbol.thread_local_ && !symbol.defined) names.emplace(symbol.name);
  return {names.begin(), names.end()};
}

}  // namespace

HostCompiler find_host_compiler() {
  std::vector<std::string> names = {"clang++", "g++"};
  const char* chosen = std::getenv("WARPLEDGER_HOST_CXX");
  if (chosen != nullptr && *chosen != '\0') names = {chosen};
  for (const std::string& name : names) {
    const std::string path = find_in_path(name);
    if (path.empty()) continue;
    const std::string version = run_process({path, "--version"}, "/").output;
    return {path, version.substr(0, version.find('\n'))};
  }
  if (names.size() == 1)
    throw Error(fmt::format("WARPLEDGER_HOST_CXX names '{}', which is not a program", names[0]),
                "set it to a C++20 compiler, or unset it to use clang++ or g++");
  throw Error("the host backend needs a C++ compiler, but neither clang++ nor g++ is installed",
              "install clang or g++, or set WARPLEDGER_HOST_CXX to a C++20 compiler");
}

std::string compile_to_shared_object(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                                     std::span<const std::string> functions, const std::string& cache_dir) {
  const std::string key = build_key(compiler, target, program, functions, compile_flags(compiler, target));
  return cached_build(compiler, cache_dir, key, kSharedObject, [&](const CompileFolder& folder) {
    build(compiler, folder, target, translate(program, functions));
  });
}

int clang_version(const HostCompiler& compiler) {
  constexpr std::string_view kWords = "clang version ";
  const std::size_t at = compiler.version.find(kWords);
  int major = 0;
  if (at != std::string::npos)
    std::from_chars(compiler.version.data() + at + kWords.size(), compiler.version.data() + compiler.version.size(),
                    major);
  return major;
}

std::vector<std::string> kernel_flags(const HostCompiler& compiler) {
  std::vector<std::string> flags = {
      "-std=c++20", "-fPIC", "-w", "-fdiagnostics-color=never",
      // Identical results from every compiler and CPU: no implicit fused multiply-add.
      "-ffp-contract=off", "-fno-math-errno",
      // Kernels reinterpret float arrays as float4 and int.
      "-fno-strict-aliasing",
      // Kernels that wait forever must do so here too: C++ lets compilers remove such loops.
      "-fno-finite-loops",
      // A large local array must hit its stack's guard page, not skip it.
      "-fstack-clash-protection",
      // Kernels throw nothing, but the runner's exceptions unwind them when a block fails.
      "-fno-exceptions", "-fasynchronous-unwind-tables", "-fno-rtti", "-fno-threadsafe-statics",
      // Lets the linker drop unused kernels and their shared memory.
      "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections"};
  // g++ would call a missing initializer of `extern __shared__` arrays, and drop stores to null pointers, which a GPU
  // reports.
  if (clang_version(compiler) == 0)
    flags.insert(flags.end(), {"-fno-extern-tls-init", "-fno-delete-null-pointer-checks"});
  return flags;
}

const std::vector<std::string>& link_flags() {
  static const std::vector<std::string> flags = {"-shared", "-nostdlib", "-Wl,--gc-sections", "-Wl,-z,defs", "-lm",
                                                 "-lc",     "-lgcc"};
  return flags;
}

std::string build_key(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                      std::span<const std::string> functions, std::span<const std::string> flags) {
  std::string text = fmt::format("{}\n{}\n{}\n{}\n{}\n", compiler.path, compiler.version, target.cuda_arch,
                                 target.max_dynamic_shared_bytes, program.main.name);
  for (const std::string& flag : flags) text += flag + '\n';
  for (const std::string& flag : link_flags()) text += flag + '\n';
  for (const std::string& function : functions) text += function + '\n';
  for (const SourceFile& header : shim_headers()) text += header.text;
  return sha256(text + translation_digest() + digest_of(program));
}

CompileFolder::CompileFolder(const HostCompiler& compiler, const fs::path& parent)
    : compiler_(compiler), folder_(parent) {}

void CompileFolder::write(const SourceFile& source) const {
  const fs::path path = this->path() / source.name;
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << source.text;
  file.close();
  if (!file) throw Error({.file = path}, "cannot write this file", "check that the disk is not full");
}

void CompileFolder::compile(const std::vector<std::string>& arguments) const {
  std::vector<std::string> argv = {compiler_.path};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  const ProcessEnd end = run_process(argv, path());
  if (end.exit_code != 0)
    throw PointFailure(Outcome::compile_failed,
                       end.output.empty() ? fmt::format("{} ended with exit code {}", compiler_.path, end.exit_code)
                                          : launch_log(compile_log(link_log(end.output), kLaunchOf, kLaunchOf, ":1:")));
}

void CompileFolder::link(const std::vector<std::string>& objects, std::uint64_t max_dynamic_shared_bytes) const {
  std::vector<std::string> link = objects;
  const std::vector<std::string> shared_arrays = undefined_shared_arrays(path() / objects.front());
  if (!shared_arrays.empty()) {
    write({"dynamic_shared.s", define_dynamic_shared(shared_arrays, max_dynamic_shared_bytes)});
    link.emplace_back("dynamic_shared.s");
  }
  link.insert(link.end(), link_flags().begin(), link_flags().end());
  link.insert(link.end(), {"-o", kSharedObject});
  compile(link);
}

std::string cached_build(const HostCompiler& compiler, const std::string& cache_dir, const std::string& key,
                         const std::string& made, const std::function<void(const CompileFolder&)>& build) {
  const fs::path cached = fs::absolute(cache_dir) / (key + fs::path(made).extension().string());
  if (fs::exists(cached)) return cached;
  std::error_code failed;
  fs::create_directories(cached.parent_path(), failed);
  if (failed)
    throw Error({.file = cached.parent_path()}, "compiled kernels cannot be stored here: " + failed.message(),
                "set WARPLEDGER_CACHE to a writable folder");
  const KeyLock lock(cached.parent_path(), key);
  if (fs::exists(cached)) return cached;  // made by another worker meanwhile
  const CompileFolder folder(compiler, cached.parent_path());
  build(folder);
  AtomicFile kept(cached, AtomicFile::Flush::no);
  kept.write(read_file(folder.path() / made));
  kept.replace();
  return cached;
}

}  // namespace warpledger
