#include "backend_cuda/nvrtc.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <nvrtc.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "backend_cuda/assembler.h"
#include "backend_cuda/nvrtc_headers.h"
#include "backend_cuda/toolkit_library.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "exec/backend.h"
#include "model/digest.h"
#include "model/program.h"

namespace warpledger {
namespace {

// Format of an entry: a line with the SHA-256 of the rest, a line with the functions' names as a JSON object, the
// cubin.
std::string encode(const Cubin& cubin) {
  const std::string body = nlohmann::json(cubin.functions).dump() + "\n" + cubin.image;
  return sha256(body) + "\n" + body;
}

std::optional<Cubin> decode(const std::string& entry) {
  const std::size_t body = entry.find('\n') + 1;
  if (body == 0 || entry.compare(0, body - 1, sha256(std::string_view(entry).substr(body))) != 0) return std::nullopt;
  const std::size_t image = entry.find('\n', body) + 1;
  if (image == 0) return std::nullopt;
  const auto names = nlohmann::json::parse(entry.begin() + static_cast<std::ptrdiff_t>(body),
                                           entry.begin() + static_cast<std::ptrdiff_t>(image), nullptr, false);
  if (!names.is_object()) return std::nullopt;
  return Cubin{entry.substr(image), names.get<std::map<std::string, std::string>>()};
}

void check(nvrtcResult result, const char* function) {
  if (result != NVRTC_SUCCESS)
    throw Error(fmt::format("{}: {}", function, NVRTC(nvrtcGetErrorString)(result)),
                "check that the CUDA toolkit's NVRTC library is complete: warpledger doctor");
}

/// Calls a function of NVRTC; throws Error if it fails.
#define WARPLEDGER_NVRTC(function, ...) check(NVRTC(function)(__VA_ARGS__), #function)

class NvrtcProgram {
 public:
  explicit NvrtcProgram(const Program& program) {
    const std::vector<SourceFile> headers = all_headers(program.headers);
    std::vector<const char*> texts;
    std::vector<const char*> names;
    for (const SourceFile& header : headers) {
      texts.push_back(header.text.c_str());
      names.push_back(header.name.c_str());
    }
    WARPLEDGER_NVRTC(nvrtcCreateProgram, &handle_, program.main.text.c_str(), program.main.name.c_str(),
                     static_cast<int>(texts.size()), texts.data(), names.data());
  }
  ~NvrtcProgram() { NVRTC(nvrtcDestroyProgram)(&handle_); }
  NvrtcProgram(const NvrtcProgram&) = delete;
  NvrtcProgram& operator=(const NvrtcProgram&) = delete;

  nvrtcProgram get() const { return handle_; }

  std::string log() const {
    std::size_t bytes = 0;
    WARPLEDGER_NVRTC(nvrtcGetProgramLogSize, handle_, &bytes);
    std::string text(bytes, '\0');
    if (bytes > 0) WARPLEDGER_NVRTC(nvrtcGetProgramLog, handle_, text.data());
    text.erase(text.find_last_not_of(std::string_view("\0\n \t", 4)) + 1);
    return text;
  }

  std::string image() const {
    std::size_t bytes = 0;
    WARPLEDGER_NVRTC(nvrtcGetCUBINSize, handle_, &bytes);
    std::string cubin(bytes, '\0');
    WARPLEDGER_NVRTC(nvrtcGetCUBIN, handle_, cubin.data());
    return cubin;
  }

 private:
  nvrtcProgram handle_ = nullptr;
};

/// Returns the folder of cuda_fp16.h: the user's toolkit, the one next to the loaded NVRTC, or the usual one.
std::optional<std::filesystem::path> toolkit_include() {
  std::vector<std::filesystem::path> candidates;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* home = std::getenv(variable)) candidates.push_back(std::filesystem::path(home) / "include");
  Dl_info library{};
  if (dladdr(reinterpret_cast<const void*>(NVRTC(nvrtcVersion)), &library) != 0 && library.dli_fname != nullptr) {
    std::error_code unresolved;
    const auto folder = std::filesystem::weakly_canonical(library.dli_fname, unresolved).parent_path();
    for (const char* up : {"../include", "../../include", "../../../include"}) candidates.push_back(folder / up);
  }
  candidates.emplace_back("/usr/local/cuda/include");
  for (const std::filesystem::path& folder : candidates) {
    std::error_code unreadable;
    if (std::filesystem::exists(folder / "cuda_fp16.h", unreadable)) return folder.lexically_normal();
  }
  return std::nullopt;
}

/// Throws PointFailure if `function` is f<4> and f is not a template: from C++20 on NVRTC accepts it as f. Only mangled
/// names of template instances contain the return type (Itanium C++ ABI 5.1.5.3), which is void for kernels.
void require_instance(const std::string& function, const char* mangled) {
  if (function.find('<') == std::string::npos) return;
  const std::unique_ptr<char, decltype(&std::free)> readable(abi::__cxa_demangle(mangled, nullptr, nullptr, nullptr),
                                                             &std::free);
  if (readable == nullptr || !std::string_view(readable.get()).starts_with("void "))
    throw PointFailure(Outcome::compile_failed,
                       fmt::format("the source has no kernel {}: it is not a template", function));
}

// nvcc gets this GNU extension from the host compiler; NVRTC does not support it.
std::string with_gnu_hint(std::string log) {
  if (log.find("?:") != std::string::npos) log += "\nNVRTC does not know the GNU form a ?: b; write a ? a : b";
  return log;
}

}  // namespace

std::string nvrtc_version() {
  int major = 0;
  int minor = 0;
  WARPLEDGER_NVRTC(nvrtcVersion, &major, &minor);
  return fmt::format("{}.{}", major, minor);
}

std::vector<int> nvrtc_architectures() {
  int count = 0;
  WARPLEDGER_NVRTC(nvrtcGetNumSupportedArchs, &count);
  std::vector<int> architectures(static_cast<std::size_t>(count));
  WARPLEDGER_NVRTC(nvrtcGetSupportedArchs, architectures.data());
  return architectures;
}

std::vector<std::string> nvrtc_options(int arch) {
  // No fast-math: results and times are those of the language's semantics. Default-device, as nvcc treats constexpr
  // functions and lambdas.
  std::vector<std::string> options = {fmt::format("--gpu-architecture=sm_{}", arch), "--std=c++20", "-lineinfo",
                                      "-default-device", fmt::format("--pre-include={}", kDependentLaunchHeader)};
  static const std::optional<std::filesystem::path> include = toolkit_include();
  if (!include) return options;
  options.push_back("--include-path=" + include->string());
  std::error_code unreadable;
  // Since CUDA 13, <cuda/std/...> has its own folder.
  if (std::filesystem::exists(*include / "cccl", unreadable))
    options.push_back("--include-path=" + (*include / "cccl").string());
  return options;
}

Cubin compile_cubin(const Program& program, std::span<const std::string> functions,
                    std::span<const std::string> options) {
  if (language_of(program) != Language::cuda) {
    const std::string& architecture = options.front();
    return assembled_cubin(program, functions, architecture.substr(architecture.find('=') + 1));
  }
  const NvrtcProgram compiler(program);
  for (const std::string& function : functions)
    WARPLEDGER_NVRTC(nvrtcAddNameExpression, compiler.get(), function.c_str());

  std::vector<const char*> arguments;
  const bool has_own = !own_architecture(program).empty();  // NVRTC accepts only one
  for (const std::string& option : options)
    if (!has_own || !option.starts_with("--gpu-architecture=")) arguments.push_back(option.c_str());
  for (const std::string& option : program.options) arguments.push_back(option.c_str());
  const nvrtcResult result =
      NVRTC(nvrtcCompileProgram)(compiler.get(), static_cast<int>(arguments.size()), arguments.data());
  if (result == NVRTC_ERROR_COMPILATION || result == NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID)
    throw PointFailure(Outcome::compile_failed,
                       with_gnu_hint(compile_log(compiler.log(), "__nv_name_map(", "#pragma nv_mangled_name ", "\n")) +
                           host_code_hint(program));
  check(result, "nvrtcCompileProgram");

  Cubin cubin;
  cubin.image = compiler.image();
  for (const std::string& function : functions) {
    const char* lowered = nullptr;
    WARPLEDGER_NVRTC(nvrtcGetLoweredName, compiler.get(), function.c_str(), &lowered);
    require_instance(function, lowered);
    cubin.functions[function] = lowered;
  }
  return cubin;
}

std::optional<Cubin> CubinCache::find(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  std::ifstream file(entry(key), std::ios::binary);
  if (!file) return std::nullopt;
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return decode(bytes);
}

std::optional<KeyLock> CubinCache::lock(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  return std::optional<KeyLock>(std::in_place, folder_, key);
}

void CubinCache::keep(const std::string& key, const Cubin& cubin) const {
  if (folder_.empty()) return;
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  try {
    replace_file(entry(key), encode(cubin), AtomicFile::Flush::no);
  } catch (const Error&) {
    return;  // compiled again next time
  }
}

std::string cubin_key(const Program& program, std::span<const std::string> functions,
                      std::span<const std::string> options) {
  // -lineinfo embeds the main file's name in the image. The order of functions does not matter.
  constexpr int kRules = 2;  // format version: 2 since instances must be templates
  const nlohmann::json parts = {kRules,
                                digest_of(program),
                                digest_of(Program{{}, standard_headers()}),
                                program.main.name,
                                std::set<std::string>(functions.begin(), functions.end()),
                                std::vector<std::string>(options.begin(), options.end()),
                                nvrtc_version()};
  return sha256(parts.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Cubin cached_cubin(const CubinCache& cache, const Program& program, std::span<const std::string> functions,
                   std::span<const std::string> options) {
  const std::string key = cubin_key(program, functions, options);
  if (std::optional<Cubin> kept = cache.find(key)) return *std::move(kept);
  const std::optional<KeyLock> lock = cache.lock(key);
  if (lock)
    if (std::optional<Cubin> kept = cache.find(key)) return *std::move(kept);  // made by another worker meanwhile
  Cubin cubin = compile_cubin(program, functions, options);
  cache.keep(key, cubin);
  return cubin;
}

Cubin cubin_for_arch(const Program& program, std::span<const std::string> functions, int arch,
                     const std::string& cache_dir) {
  return cached_cubin(CubinCache(cache_dir), program, functions, nvrtc_options(arch));
}

}  // namespace warpledger
