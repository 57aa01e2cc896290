#include <fmt/format.h>

#include <memory>

#include "calibrate/measure_noise.h"
#include "command/command.h"
#include "command/experiment_arguments.h"
#include "command/output_arguments.h"
#include "command/terminal.h"

namespace warpledger {
namespace {

void print_noise(const NoiseFloor& noise) {
  print_text(fmt::format(
      "noise floor: 99 in 100 medians of identical code differ by less than {:.2g} % and {:.0f} ns\n"
      "{} comparisons of identical code, each judged with the noise of other runs: {} FASTER or SLOWER ({:.2f} %)\n",
      100 * noise.relative, noise.offset_ns, noise.comparisons, noise.false_verdicts,
      100 * static_cast<double>(noise.false_verdicts) / static_cast<double>(noise.comparisons)));
}

}  // namespace

void add_noise(Arguments& arguments) {
  auto options = std::make_shared<NoiseOptions>();
  arguments.whole("--rounds", options->rounds, "runs of the experiment noise that are compared with each other", 4,
                  1000);
  arguments.text("--device", options->device, kDeviceHelp).value_name("DEVICE");
  arguments.repeated("--set", options->set, "change the experiment, as for run").value_name("NAME=VALUE");
  declare_ledger(arguments, options->ledger);
  arguments.flag("--quiet", options->quiet, "no progress");
  arguments.run([options] {
    print_noise(measure_noise(*options, messages()));
    return kAllOk;
  });
}

}  // namespace warpledger
