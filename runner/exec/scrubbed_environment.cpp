#include "exec/scrubbed_environment.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace warpledger {
namespace {

constexpr std::array<std::string_view, 8> kKept = {"PATH",          "LD_LIBRARY_PATH",     "LANG",
                                                   "LC_ALL",        "WARPLEDGER_HOST_CXX", "ASAN_OPTIONS",
                                                   "UBSAN_OPTIONS", "TSAN_OPTIONS"};
constexpr std::array<std::string_view, 2> kKeptPrefixes = {"CUDA_", "NVIDIA_"};

bool is_kept(std::string_view name) {
  return std::find(kKept.begin(), kKept.end(), name) != kKept.end() ||
         std::any_of(kKeptPrefixes.begin(), kKeptPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

std::vector<std::string> scrubbed_environment(const std::filesystem::path& folder) {
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    if (is_kept(variable.substr(0, variable.find('=')))) variables.emplace_back(variable);
  }
  for (const char* name : {"HOME=", "TMPDIR=", "XDG_CACHE_HOME="}) variables.push_back(name + folder.string());
  return variables;
}

}  // namespace warpledger
