#include "run/compilers.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/cores.h"
#include "spec/library.h"

namespace warpledger {

std::size_t compilers_for_each(std::size_t cores, std::size_t devices) {
  const std::size_t measuring = 2 * devices;
  return cores > measuring ? std::min(kMostCompilers, (cores - measuring) / devices) : 0;
}

std::size_t compilers_beside_host(std::size_t cores) { return cores > 1 ? std::min(kMostCompilers, cores - 1) : 0; }

CompileAhead compile_ahead_of(const RunOptions& options, const RunTask& task) {
  const bool on_host = task.device.backend == "host";
  const std::size_t processes =
      on_host ? compilers_beside_host(usable_cores())
              : compilers_for_each(usable_cores(), std::max<std::size_t>(1, options.place.devices.size()));
  const Paths paths = find_paths();
  // Without a cache their results would be lost.
  if (processes == 0 || task.chooser || options.runs_untrusted_code() || paths.cache_dir.empty()) return {{}, {}, 0};
  const auto major = task.device.facts.find("cc_major"), minor = task.device.facts.find("cc_minor");
  if (major == task.device.facts.end() || minor == task.device.facts.end()) return {{}, {}, 0};
  const auto arch = static_cast<std::int64_t>(10 * major->second + minor->second);
  std::vector<std::string> command = {paths.program, "compiler",           "--device", task.device.id,
                                      "--arch",      std::to_string(arch), "--cache",  paths.cache_dir};
  for (const std::string& root : paths.roots) command.insert(command.end(), {"--root", root});
  std::vector<Compilation> wanted =
      compilations_of(task.ordinals, [&](std::int64_t ordinal) { return task.plan.job(ordinal); });
  if (on_host) std::ranges::reverse(wanted);
  return {command, wanted, processes};
}

}  // namespace warpledger
