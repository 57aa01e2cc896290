// A family's text, read, and an experiment of each of its kernels, planned and made into jobs. Whatever the text is, an
// Error is the worst that comes of it.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/feed.h"
#include "fuzz/plan_all.h"
#include "fuzz/scratch_library.h"
#include "spec/experiment.h"
#include "spec/family.h"

namespace warpledger {
namespace {

/// An experiment with one value for each parameter that has no default.
std::string experiment_of(const Family& family) {
  std::string text = "experiment: fuzz\nabout: each kernel\nfamily: fuzz\ngrid:\n  warps: 1\n";
  for (const Parameter& parameter : family.parameters) {
    if (parameter.default_value) continue;
    const double value = parameter.values.empty() ? parameter.min.value_or(1) : parameter.values.front();
    text += fmt::format("  {}: {}\n", parameter.name, value);
  }
  return text;
}

void read_family(const std::string& text) {
  static const ScratchLibrary files;
  files.write("kernels/fuzz/family.yaml", text);
  files.write("experiments/fuzz.yaml", experiment_of(load_family(files.library(), "fuzz")));
  plan_all(load_experiment(files.library(), "fuzz"));
}

}  // namespace
}  // namespace warpledger

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return warpledger::feed(data, size, warpledger::read_family);
}
