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

CompileAhead compile_ahead_of(const RunOptions& options, const RunTask& task) {
  const std::size_t processes =
      compilers_for_each(usable_cores(), std::max<std::size_t>(1, options.place.devices.size()));
  if (processes == 0 || task.chooser || task.device.backend != "cuda" || options.runs_untrusted_code())
    return {{}, {}, 0};
  const Paths paths = find_paths();
  if (paths.cache_dir.empty()) return {{}, {}, 0};  // what they compile would be lost
  const auto arch = static_cast<std::int64_t>(10 * task.device.facts.at("cc_major") + task.device.facts.at("cc_minor"));
  return {{paths.program, "compiler", "--arch", std::to_string(arch), "--cache", paths.cache_dir},
          compilations_of(task.ordinals, [&](std::int64_t ordinal) { return task.plan.job(ordinal); }),
          processes};
}

}  // namespace warpledger
