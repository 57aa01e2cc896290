#include "backend_cuda/toolkit_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/subprocess.h"
#include "exec/backend.h"

namespace warpledger {

namespace {

std::string find_toolkit_program(const std::string& name) {
  std::vector<std::string> candidates;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* home = std::getenv(variable)) candidates.push_back(fmt::format("{}/bin/{}", home, name));
  candidates.push_back(find_in_path(name));
  candidates.push_back("/usr/local/cuda/bin/" + name);
  const auto found =
      std::ranges::find_if(candidates, [](const std::string& file) { return access(file.c_str(), X_OK) == 0; });
  return found == candidates.end() ? "" : *found;
}

}  // namespace

bool has_toolkit_program(const std::string& name) { return !find_toolkit_program(name).empty(); }

std::string toolkit_program(const std::string& name, const std::string& what) {
  if (std::string found = find_toolkit_program(name); !found.empty()) return found;
  throw PointFailure(Outcome::invalid_point,
                     fmt::format("{} is made with {}, and there is none: install the compiler of the CUDA Toolkit, or "
                                 "set CUDA_HOME to the toolkit's folder",
                                 what, name));
}

void run_compiler(const std::vector<std::string>& words, const std::filesystem::path& folder) {
  ProcessEnd end = run_process(words, folder.string());
  if (end.exit_code == 0) return;
  const std::string prefix = folder.string() + "/";
  for (std::size_t at = end.output.find(prefix); at != std::string::npos; at = end.output.find(prefix, at))
    end.output.erase(at, prefix.size());
  throw PointFailure(Outcome::compile_failed, end.output);
}

}  // namespace warpledger
