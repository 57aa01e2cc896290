#include "backend_host/compiler.h"

#include <fmt/format.h>

#include <cstdlib>
#include <vector>

#include "backend_host/compile_folder.h"
#include "backend_host/process.h"
#include "backend_host/translation.h"
#include "base/error.h"

namespace warpledger {
namespace {

std::vector<std::string> compile_flags(const CompileTarget& target) {
  std::vector<std::string> flags = kernel_flags();
  flags.insert(flags.end(), {"-O2", fmt::format("-D__CUDA_ARCH__={}", target.cuda_arch)});
  return flags;
}

void build(const CompileFolder& folder, const CompileTarget& target, const Translation& translation) {
  for (const SourceFile& file : translation.files) folder.write(file);
  folder.write(translation.unit);
  std::vector<std::string> compile = compile_flags(target);
  compile.insert(compile.end(), {"-I.", "-c", translation.unit.name, "-o", "kernel.o"});
  folder.compile(compile);
  folder.link({"kernel.o"}, target.max_dynamic_shared_bytes);
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
  const std::string key = build_key(compiler, target, program, functions, compile_flags(target));
  return cached_shared_object(compiler, cache_dir, key, [&](const CompileFolder& folder) {
    build(folder, target, translate(program, functions));
  });
}

}  // namespace warpledger
