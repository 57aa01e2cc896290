#include "backend_host/compiler.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <vector>

#include "backend_host/elf_symbols.h"
#include "backend_host/process.h"
#include "backend_host/shim_text.h"
#include "backend_host/translation.h"
#include "base/error.h"
#include "exec/backend.h"
#include "model/digest.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kCompileFlags = {
    "-std=c++20", "-O2", "-fPIC", "-w", "-fdiagnostics-color=never",
    // The same results from every compiler and CPU: no fused multiply-add that the source does not ask for.
    "-ffp-contract=off", "-fno-math-errno",
    // Kernels reinterpret float arrays as float4 and int.
    "-fno-strict-aliasing",
    // A large local array must meet the guard page of its stack, not jump over it.
    "-fstack-clash-protection",
    // No exception starts in a kernel, but the runner's own pass through it when a block fails.
    "-fno-exceptions", "-fasynchronous-unwind-tables", "-fno-rtti", "-fno-threadsafe-statics",
    // Lets the linker drop kernels that were not asked for, and with them their shared memory.
    "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections"};

const std::vector<std::string> kLinkFlags = {"-shared", "-nostdlib", "-Wl,--gc-sections", "-Wl,-z,defs", "-lm",
                                             "-lc",     "-lgcc"};

/// A folder of its own under `parent`, removed with all that is in it.
class PrivateFolder {
 public:
  explicit PrivateFolder(const fs::path& parent) {
    std::string name = parent / "compile-XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
      throw Error({.file = parent}, "cannot make a folder to compile in", "check that it exists and is writable");
    path_ = name;
  }
  ~PrivateFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write_file(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error({.file = path}, "cannot write this file", "check that the disk is not full");
}

void run_compiler(const HostCompiler& compiler, const std::vector<std::string>& flags, const fs::path& folder) {
  std::vector<std::string> argv = {compiler.path};
  argv.insert(argv.end(), flags.begin(), flags.end());
  const ProcessEnd end = run_process(argv, folder);
  if (end.exit_code != 0)
    throw PointEnd(
        Outcome::compile_failed,
        end.output.empty() ? fmt::format("{} ended with exit code {}", compiler.path, end.exit_code) : end.output);
}

std::string cache_key(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                      std::span<const std::string> functions) {
  std::string text = fmt::format("{}\n{}\n{}\n{}\n{}\n", compiler.path, compiler.version, target.cuda_arch,
                                 target.max_dynamic_shared_bytes, program.main.name);
  for (const std::string& flag : kCompileFlags) text += flag + '\n';
  for (const std::string& flag : kLinkFlags) text += flag + '\n';
  for (const std::string& function : functions) text += function + '\n';
  for (const SourceFile& header : shim_headers()) text += header.text;
  return sha256(text + digest_of(program));
}

/// The program's `extern __shared__` arrays: thread-local variables that it uses and nobody defines.
std::vector<std::string> undefined_shared_arrays(const fs::path& object) {
  std::set<std::string> names;
  for (const ElfSymbol& symbol : elf_symbols(object))
    if (symbol.thread_local_ && !symbol.defined) names.insert(symbol.name);
  return {names.begin(), names.end()};
}

void build(const HostCompiler& compiler, const CompileTarget& target, const Translation& translation,
           const fs::path& folder) {
  for (const SourceFile& file : translation.files) write_file(folder / file.name, file.text);
  write_file(folder / translation.unit.name, translation.unit.text);

  std::vector<std::string> compile = kCompileFlags;
  compile.push_back(fmt::format("-D__CUDA_ARCH__={}", target.cuda_arch));
  compile.insert(compile.end(), {"-I.", "-c", translation.unit.name, "-o", "kernel.o"});
  run_compiler(compiler, compile, folder);

  std::vector<std::string> link = {"kernel.o"};
  const std::vector<std::string> shared_arrays = undefined_shared_arrays(folder / "kernel.o");
  if (!shared_arrays.empty()) {
    write_file(folder / "dynamic_shared.s", define_dynamic_shared(shared_arrays, target.max_dynamic_shared_bytes));
    link.emplace_back("dynamic_shared.s");
  }
  link.insert(link.end(), kLinkFlags.begin(), kLinkFlags.end());
  link.insert(link.end(), {"-o", "kernel.so"});
  run_compiler(compiler, link, folder);
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
    throw Error(fmt::format("WARPLEDGER_HOST_CXX names '{}', which is no program", names[0]),
                "set it to a C++20 compiler, or unset it to use clang++ or g++");
  throw Error("the host backend needs a C++ compiler, and there is neither clang++ nor g++",
              "install clang or g++, or set WARPLEDGER_HOST_CXX to a C++20 compiler");
}

std::string compile_to_shared_object(const HostCompiler& compiler, const CompileTarget& target, const Program& program,
                                     std::span<const std::string> functions, const std::string& cache_dir) {
  const fs::path cached = fs::absolute(cache_dir) / (cache_key(compiler, target, program, functions) + ".so");
  if (fs::exists(cached)) return cached;
  fs::create_directories(cached.parent_path());
  const PrivateFolder folder(cached.parent_path());
  build(compiler, target, translate(program, functions), folder.path());
  fs::rename(folder.path() / "kernel.so", cached);  // atomic: others see the whole file or none
  return cached;
}

}  // namespace warpledger
