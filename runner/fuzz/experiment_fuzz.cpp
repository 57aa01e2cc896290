// An experiment's text, read, planned and made into jobs. Whatever the text is, an Error is the worst that comes of it.
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/feed.h"
#include "fuzz/plan_all.h"
#include "fuzz/scratch_library.h"
#include "spec/experiment.h"

namespace warpledger {
namespace {

void read_experiment(const std::string& text) {
  static const ScratchLibrary files;
  files.write("experiments/fuzz.yaml", text);
  plan_all(load_experiment(files.library(), "fuzz"));
}

}  // namespace
}  // namespace warpledger

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return warpledger::feed(data, size, warpledger::read_experiment);
}
