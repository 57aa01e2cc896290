#include "backend_cuda/library_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <system_error>
#include <vector>

#include "backend_cuda/toolkit_program.h"
#include "base/atomic_file.h"
#include "base/file.h"
#include "base/key_lock.h"
#include "base/subprocess.h"
#include "exec/backend.h"
#include "model/digest.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// Wait for another process that compiles it: nvcc takes 5 s.
constexpr double kPatience_s = 6;

constexpr const char* kEntryFile = "warpledger_entry_points";

constexpr const char* kEntryHead = R"cuda(
#line 1 "{file}"
#include <cuda_runtime_api.h>
#include <cstddef>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
namespace warpledger_entry {{
template <class... P, std::size_t... I>
const char* call(const char* (*function)(cudaStream_t, P...), cudaStream_t stream, [[maybe_unused]] void** arguments,
                 std::index_sequence<I...>) {{
  try {{
    return function(stream, *static_cast<std::remove_cv_t<P>*>(arguments[I])...);
  }} catch (const std::exception& problem) {{
    thread_local std::string text;
    text = problem.what();
    return text.c_str();
  }}
}}
template <class... P>
const char* call(const char* (*function)(cudaStream_t, P...), cudaStream_t stream, void** arguments) {{
  return call(function, stream, arguments, std::index_sequence_for<P...>());
}}
template <class... P>
std::size_t parameters(const char* (*)(cudaStream_t, P...), std::size_t* bytes, std::size_t most) {{
  const std::size_t all[] = {{sizeof(P)..., 0}};
  for (std::size_t i = 0; i < sizeof...(P) && i < most; ++i) bytes[i] = all[i];
  return sizeof...(P);
}}
}}
)cuda";

constexpr const char* kEntryPoint = R"cuda(
extern "C" const char* warpledger_call_{number}(cudaStream_t stream, void** arguments) {{
  return warpledger_entry::call(&{function}, stream, arguments);
}}
extern "C" std::size_t warpledger_parameters_{number}(std::size_t* bytes, std::size_t most) {{
  return warpledger_entry::parameters(&{function}, bytes, most);
}}
)cuda";

/// Part of a library's key.
const std::string& nvcc_version(const std::string& nvcc) {
  static const std::string version = run_process({nvcc, "--version"}, "").output;
  return version;
}

std::string library_folder(const std::string& nvcc) {
  std::error_code unresolved;
  return (fs::weakly_canonical(nvcc, unresolved).parent_path().parent_path() / "lib64").string();
}

/// Returns the path of the main file.
fs::path write_program(const Program& program, std::span<const std::string> functions, const fs::path& folder) {
  for (const SourceFile& header : program.headers) {
    const fs::path file = folder / header.name;
    fs::create_directories(file.parent_path());
    write_file(file.string(), header.text);
  }
  fs::path main = folder / fs::path(program.main.name).filename();
  write_file(main.string(), program.main.text + "\n" + entry_points(functions));
  return main;
}

std::string with_hint(std::string messages) {
  if (messages.find(kEntryFile) != std::string::npos)
    messages += "\na function of a library program is declared: const char* name(cudaStream_t stream, arguments...)";
  return messages;
}

/// A program's options are nvcc's (model/program.h).
void compile_library(const std::string& nvcc, const Program& program, std::span<const std::string> functions,
                     const std::string& architecture, const fs::path& library) {
  const TemporaryFolder sources;
  const std::string main = write_program(program, functions, sources.path()).string();
  // Links the C++ library statically: this process may have loaded an older one than the host compiler's.
  std::vector<std::string> words = {nvcc,
                                    "--std=c++17",
                                    "-O3",
                                    "-x",
                                    "cu",
                                    "-Xcompiler",
                                    "-fPIC,-static-libstdc++,-static-libgcc",
                                    "-I",
                                    sources.path().string(),
                                    main,
                                    "-o",
                                    library.string(),
                                    "-Xlinker",
                                    "-rpath=" + library_folder(nvcc)};
  if (own_architecture(program).empty()) words.push_back(architecture);
  std::ranges::copy(program.options, std::back_inserter(words));
  try {
    run_compiler(words, sources.path());
  } catch (const PointFailure& failure) {
    throw PointFailure(failure.outcome(), with_hint(failure.what()));
  }
}

}  // namespace

std::string entry_points(std::span<const std::string> functions) {
  std::string text = fmt::format(kEntryHead, fmt::arg("file", kEntryFile));
  for (std::size_t i = 0; i < functions.size(); ++i)
    text += fmt::format(kEntryPoint, fmt::arg("number", i), fmt::arg("function", functions[i]));
  return text;
}

fs::path LibraryCompiler::library(const Program& program, std::span<const std::string> functions) {
  const std::string nvcc = toolkit_program("nvcc", "a library program");
  const std::string name =
      fmt::format("{}.so", sha256(digest_of(program) + entry_points(functions) + architecture_ + nvcc_version(nvcc)));
  std::error_code failed;
  if (!folder_.empty() && fs::exists(folder_ / name, failed)) return folder_ / name;
  std::optional<KeyLock> lock;  // shared with other workers and precompilation
  if (!folder_.empty()) {
    fs::create_directories(folder_, failed);
    lock.emplace(folder_, name, kPatience_s);
    if (fs::exists(folder_ / name, failed)) return folder_ / name;
  }
  if (!own_folder_) own_folder_.emplace();
  const fs::path library = own_folder_->path() / name;
  if (!fs::exists(library, failed)) compile_library(nvcc, program, functions, architecture_, library);
  return keep(library) ? folder_ / name : library;
}

bool LibraryCompiler::keep(const fs::path& library) const {
  if (folder_.empty()) return false;
  try {
    fs::create_directories(folder_);
    AtomicFile kept(folder_ / library.filename(), AtomicFile::Flush::no);
    kept.write(read_file(library));
    kept.replace();
    return true;
  } catch (const std::exception&) {  // unwritable folder, full disk
    return false;
  }
}

}  // namespace warpledger
