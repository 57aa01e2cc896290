#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "command/command.h"
#include "command/experiment_run.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "report/json_rows.h"
#include "run/record_run.h"
#include "run/resume.h"
#include "run/shard_run.h"

namespace warpledger {
namespace {

struct RunArguments : RunOptions {
  bool json = false;
};

void print_json(const RunArguments& options, const RunEnd& end) {
  const nlohmann::ordered_json json = {{"run_uuid", end.run},           {"experiment", end.experiment},
                                       {"device_name", end.device},     {"ledger", options.ledger},
                                       {"planned_points", end.planned}, {"not_ok_points", end.not_ok},
                                       {"finished", end.complete},      {"profiling_s", end.profiling_s}};
  std::cout << json_text(json);
}

/// 01234567-89ab-cdef-0123-456789abcdef
bool is_uuid(const std::string& text) {
  constexpr std::string_view kForm = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh";
  const auto fits = [](char c, char form) {
    return form == '-' ? c == '-' : std::string_view("0123456789abcdef").find(c) != std::string_view::npos;
  };
  return text.size() == kForm.size() && std::equal(text.begin(), text.end(), kForm.begin(), fits);
}

std::optional<RunEnd> run_or_resume(const RunArguments& options) {
  if (!options.campaign.empty() && !is_uuid(options.campaign))
    throw Error(fmt::format("--campaign: '{}' is no UUID", printable(options.campaign)),
                "give all runs of the campaign the same one; `uuidgen` makes one");
  if (options.experiment.empty() && !options.resume)
    throw Error("`warpledger run` needs an experiment or --resume", "`warpledger list` shows the experiments");
  if (!options.shard.empty()) return run_shard(options, messages());
  if (!options.resume) return begin_run(options, messages());
  if (!options.overrides.set.empty() || !options.overrides.positional.empty())
    throw Error("--resume takes neither --set nor arguments", "a run resumes with its own settings: remove these");
  return resume_run(options, messages());
}

int run(const RunArguments& options) {
  const std::optional<RunEnd> end = run_or_resume(options);
  if (!end) return kAllOk;
  if (options.json) {
    print_json(options, *end);
  } else if (!options.quiet) {
    print_report(*end, options.ledger);
  }
  return tell_end(*end, options.ledger);
}

}  // namespace

void add_run(Arguments& arguments) {
  auto options = std::make_shared<RunArguments>();
  declare_experiment(arguments, *options);
  const CommandArgument resume =
      arguments
          .text_or("latest", "--resume", options->resume, "resume an interrupted run: latest, or the start of its UUID")
          .value_name("RUN");
  const CommandArgument campaign =
      arguments.text("--campaign", options->campaign, "the campaign that this run is part of; `uuidgen` makes an ID")
          .value_name("UUID");
  campaign.excludes(resume);
  declare_shard(arguments, options->shard, "; run it again to resume it").needs(campaign);
  declare_ledger(arguments, options->ledger);
  declare_lock_clocks(arguments, options->lock_clocks_mhz);
  arguments.flag("--untrusted", options->untrusted,
                 "treat the kernels as untrusted: confine them and also verify them on fresh inputs");
  arguments.flag("--quiet", options->quiet, "show neither progress nor the page");
  declare_json(arguments, options->json, "a summary as JSON instead of the page");
  arguments.run([options, arguments] {
    options->command_line = arguments.words_given();
    return run(*options);
  });
}

}  // namespace warpledger
