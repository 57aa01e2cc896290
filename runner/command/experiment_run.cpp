#include "command/experiment_run.h"

#include <fmt/format.h>

#include <iostream>

#include "base/text.h"
#include "command/command.h"
#include "command/terminal.h"
#include "ledger/run_page.h"
#include "ledger/run_selection.h"
#include "run/resume_command.h"

namespace warpledger {

CommandArgument declare_experiment(Arguments& arguments, ExperimentOptions& options) {
  const CommandArgument declared =
      arguments.text("experiment", options.experiment, "a name that `warpledger list` shows, or a YAML file")
          .value_name("EXPERIMENT");
  declare_changes(arguments, options);
  arguments.text("--device", options.device, kDeviceHelp).value_name("DEVICE");
  return declared;
}

void declare_changes(Arguments& arguments, ExperimentOptions& options) {
  arguments.after_dashes(options.overrides.positional,
                         "values for the experiment's own arguments, after --: `run lsu-2024-hw01 -- -3 4 3.6`");
  arguments
      .repeated("--set", options.overrides.set,
                "change an axis or a measure field: warps=4, d_l=4,8, measure.cache=cold")
      .value_name("NAME=VALUE");
  arguments.whole("--seed", options.seed, "the seed of the random inputs");
  const CommandArgument submitted = arguments
                                        .text("--submission", options.submission,
                                              "take kernels from this folder of device code, or from this .cu file")
                                        .value_name("PATH");
  arguments
      .text("--submission-name", options.submission_name,
            "the submission's name in the ledger; default: the folder's name")
      .value_name("NAME")
      .needs(submitted);
}

CommandArgument declare_shard(Arguments& arguments, std::string& shard, const std::string& more) {
  return arguments
      .text("--shard", shard,
            "only this part of the points: 2/8 is the second of eight that cost about the same" + more)
      .value_name("I/N");
}

CommandArgument declare_lock_clocks(Arguments& arguments, std::optional<unsigned int>& mhz) {
  return arguments
      .whole("--lock-clocks", mhz,
             "hold the GPU's SM clock at this frequency, in MHz, meanwhile; needs the right to, and a GPU that nobody "
             "else "
             "uses")
      .value_name("MHZ");
}

namespace {

void warn_of_later_runs(const std::string& ledger) {
  const std::string words = words_of_later_runs(ledger, schema_folder(find_paths().roots), current_utc());
  if (!words.empty()) messages().tell(words + "\n");
}

}  // namespace

int tell_end(const RunEnd& end, const std::string& ledger) {
  warn_of_later_runs(ledger);
  if (end.search) messages().tell(text_of(*end.search));
  if (!end.left_out.empty())
    messages().tell(fmt::format("{}; go on with: {}{}\n", end.left_out, resume_command(ledger, end.run),
                                end.search ? " --budget 10min" : " --points -"));
  if (!end.did_all()) std::cerr << fmt::format("interrupted; resume it with: {}\n", resume_command(ledger, end.run));
  return end.all_ok() ? kAllOk : kSomePointFailed;
}

void print_report(const RunEnd& end, const std::string& ledger) {
  std::cout << report_of_run({ledger, end.run, "", Format::text, line_width(STDOUT_FILENO)}, end.library) << std::flush;
}

int tell_end(const CampaignEnd& end, const std::string& ledger) {
  warn_of_later_runs(ledger);
  const std::string resume = resume_command(ledger, end.campaign);
  if (end.left == 0) return end.not_ok == 0 ? kAllOk : kSomePointFailed;
  if (end.stopped) {
    std::cerr << fmt::format("interrupted; resume it with: {}\n", resume);
    return kSomePointFailed;
  }
  messages().tell(fmt::format(
      "{} of {} points are left: {} failed, and no other device of that model could go on; resume with: {}\n",
      with_thousands(end.left), with_thousands(end.planned), join(end.failed), resume));
  return kDeviceFailed;
}

void print_report(const CampaignEnd& end, const std::string& ledger) {
  std::cout << report_of_campaign({ledger, end.campaign, "", Format::text, line_width(STDOUT_FILENO)}, end.library)
            << std::flush;
}

}  // namespace warpledger
