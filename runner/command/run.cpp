#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "command/command.h"
#include "command/experiment_run.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/run_selection.h"
#include "model/device_name.h"
#include "remeasure/rerun.h"
#include "report/json_rows.h"
#include "run/campaign.h"
#include "run/record_run.h"
#include "run/resume.h"
#include "run/shard_run.h"
#include "run/stop_signal.h"

namespace warpledger {
namespace {

constexpr const char* kExplanation =
    "With several devices (--device all, --device cuda:0,cuda:1) the experiment is measured on each at once: a "
    "campaign, with a run a device and one page. With --split they share its points.\n\n"
    "With --search the run ends when its budget is spent: the points left out have no outcome, and --resume --budget "
    "goes on.\n\n"
    "Exit codes: 0 all points ok, 1 some point failed or the run was stopped, 2 usage or input error, 3 a device "
    "failed and points are left.";

struct RunArguments : RunOptions {
  std::vector<std::string> experiments;
  bool json = false;
  std::string budget;
  std::string points;  ///< "-": standard input; empty: none
};

nlohmann::ordered_json json_of(const RunEnd& end, const std::string& ledger) {
  nlohmann::ordered_json json = {{"run_uuid", end.run},           {"experiment", end.experiment},
                                 {"device_name", end.device},     {"ledger", ledger},
                                 {"planned_points", end.planned}, {"not_ok_points", end.not_ok},
                                 {"finished", end.complete},      {"profiling_s", end.profiling_s}};
  if (end.search) json["search"] = json_of(*end.search);
  return json;
}

bool is_uuid(const std::string& text) {
  constexpr std::string_view kForm = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh";
  const auto fits = [](char c, char form) {
    return form == '-' ? c == '-' : std::string_view("0123456789abcdef").find(c) != std::string_view::npos;
  };
  return text.size() == kForm.size() && std::equal(text.begin(), text.end(), kForm.begin(), fits);
}

ChoiceOfPoints choice_in(const RunArguments& options) {
  ChoiceOfPoints choice = options.choice;
  if (!options.budget.empty()) choice.budget = parse_budget(options.budget, {.file = "--budget"});
  if (choice.strategy && !choice.budget)
    throw Error("--search does not say how much of the grid it may measure",
                "add --budget 10min, or --budget 200points");
  if (choice.budget && !choice.strategy && !options.resume)
    throw Error("--budget does not say how points are chosen", "add --search random or --search local");
  if (!options.points.empty() && options.points != "-")
    throw Error(fmt::format("--points: '{}' is not read", printable(options.points)),
                "write --points -, and give points on standard input");
  if (!options.points.empty())
    choice.asker = Asker{STDIN_FILENO, [](std::string_view line) { std::cout << line << std::flush; }};
  return choice;
}

/// Points are chosen on one device, from the complete plan.
void check_choice(const RunArguments& options) {
  if (!options.choice.any() && !options.choice.budget) return;
  const std::string option = options.choice.asker ? "--points" : "--search";
  if (is_device_list(options.device))
    throw Error(fmt::format("{} chooses points on one device", option), "name one device, and run it once per device");
  if (!options.place.shard.empty())
    throw Error(fmt::format("{} chooses among all points, and --shard is a part of them", option),
                "remove one of both");
  if (options.choice.asker && options.experiments.size() > 1)
    throw Error("--points takes one experiment", "remove the others");
  if (options.choice.asker && options.json)
    throw Error("--points answers in JSON, a line for each point, and has no summary", "remove --format");
}

/// Campaign and shard are given explicitly, or implied by a multi-device run.
void check_place(const RunArguments& options) {
  if (options.place.split && !is_device_list(options.device))
    throw Error("--split shares the points among several devices, and one is named",
                "add --device all, or name them with commas between them");
  if (options.place.campaign.empty()) return;
  if (!is_uuid(options.place.campaign))
    throw Error(fmt::format("--campaign: '{}' is no UUID", printable(options.place.campaign)),
                "give all runs of the campaign the same one; `uuidgen` makes one");
  if (is_device_list(options.device))
    throw Error("--campaign takes one device: several make a campaign of their own",
                "remove --campaign, or run it once per device");
}

nlohmann::ordered_json json_of(const CampaignEnd& end, const std::string& ledger) {
  nlohmann::ordered_json json = {
      {"campaign", end.campaign},  {"experiment", end.experiment},  {"devices", end.devices},
      {"ledger", ledger},          {"planned_points", end.planned}, {"not_ok_points", end.not_ok},
      {"finished", end.left == 0}, {"left_points", end.left},       {"failed_devices", end.failed}};
  const auto time = [](const std::optional<double>& us) {
    return us ? nlohmann::ordered_json(*us) : nlohmann::ordered_json(nullptr);
  };
  for (const AnchorTimes& one : end.anchors)
    json["anchors"].push_back({{"device", one.device},
                               {"point", one.point},
                               {"before_us", time(one.before_us)},
                               {"after_us", time(one.after_us)}});
  return json;
}

/// With --quiet, nothing else reports failed points.
template <class End>
void tell_not_ok(const End& end) {
  if (end.not_ok > 0)
    messages().tell(fmt::format("{}: {} of {} points {} not ok; `warpledger report` says why\n", end.experiment,
                                with_thousands(end.not_ok), with_thousands(end.planned),
                                end.not_ok == 1 ? "is" : "are"));
}

template <class End>
int shown(const End& end, const RunArguments& options, nlohmann::ordered_json& summaries) {
  if (options.json) summaries.push_back(json_of(end, options.ledger));
  if (options.quiet && !options.json) tell_not_ok(end);
  if (end.was_done) return end.not_ok == 0 ? kAllOk : kSomePointFailed;
  if (!options.json && !options.quiet && !options.choice.asker) print_report(end, options.ledger);
  return tell_end(end, options.ledger);
}

int resume(RunArguments options, nlohmann::ordered_json& summaries) {
  if (!options.overrides.set.empty() || !options.overrides.positional.empty())
    throw Error("--resume takes neither --set nor arguments", "a run resumes with its own settings: remove these");
  if (options.seed != ExperimentOptions().seed)
    throw Error("--resume takes no --seed", "a run resumes with the seed that it began with: remove it");
  options.resume = run_to_resume(options.ledger, schema_folder(find_paths().roots), *options.resume);
  const auto campaign = campaign_to_resume(options.ledger, *options.resume);
  if (campaign && (options.choice.budget || options.choice.asker))
    throw Error("a campaign measures all of its points", "remove --budget and --points");
  if (campaign) return shown(resume_campaign(options, *campaign, messages()), options, summaries);
  return shown(resume_run_or_rerun(options, messages()), options, summaries);
}

int measure(const RunArguments& options, nlohmann::ordered_json& summaries) {
  check_place(options);
  if (!options.place.shard.empty()) return shown(run_shard(options, messages()), options, summaries);
  if (!is_device_list(options.device)) return shown(run_experiment(options, messages()), options, summaries);
  return shown(begin_campaign(options, messages()), options, summaries);
}

/// Points left to measure rank highest.
int worse(int one, int other) {
  const auto rank = [](int code) { return code == kDeviceFailed ? 4 : code; };
  return rank(one) < rank(other) ? other : one;
}

/// An error does not stop the other experiments.
int measure_of_list(const RunArguments& options, nlohmann::ordered_json& summaries) {
  try {
    return measure(options, summaries);
  } catch (const Error& error) {
    messages().tell(fmt::format("warpledger: {}: {}\n", options.experiment, error.what()));
    return dynamic_cast<const DeviceFailed*>(&error) ? kDeviceFailed : kUsageOrInputError;
  }
}

int measure_list(RunArguments options, nlohmann::ordered_json& summaries) {
  const Paths paths = find_paths();
  const Library library(paths.roots);
  for (const std::string& experiment : options.experiments) {  // check all before the first runs
    options.experiment = experiment;
    try {
      load_experiment(library.with_root_of(library.experiment_path(experiment)), options);
    } catch (const Error& error) {
      if (experiment.find_first_not_of("0123456789.-") != std::string::npos) throw;
      throw Error(error.problem(), "values of an experiment's own arguments follow --: run lsu-2024-hw01 -- -3 4 3.6");
    }
  }
  int code = kAllOk;
  for (const std::string& experiment : options.experiments) {
    options.experiment = experiment;
    if (stop_requested()) {
      messages().tell(fmt::format("not begun: {}\n", experiment));
      continue;
    }
    code = worse(code, measure_of_list(options, summaries));
  }
  return code;
}

void check_names(const RunArguments& options) {
  const std::vector<std::string>& names = options.experiments;
  if (names.empty() && !options.resume)
    throw Error("`warpledger run` needs an experiment or --resume", "`warpledger list` shows the experiments");
  if (names.size() > 1 && options.resume)
    throw Error("--resume takes one experiment at most", "a run resumes its own: remove the others");
  for (const std::string& name : names) {
    if (name.empty()) throw Error("experiment: the value is empty", "write a name that `warpledger list` shows");
    if (std::ranges::count(names, name) > 1)
      throw Error(fmt::format("experiment {} is named twice", printable(name)), "a second run is a command of its own");
  }
}

int run(RunArguments options) {
  check_names(options);
  options.choice = choice_in(options);
  options.place.campaign = lower_case(options.place.campaign);  // some versions of `uuidgen` print capitals
  check_choice(options);
  if (!options.experiments.empty()) options.experiment = options.experiments.front();
  nlohmann::ordered_json summaries = nlohmann::ordered_json::array();
  const bool is_list = options.experiments.size() > 1;
  const int code = options.resume ? resume(options, summaries)
                   : is_list      ? measure_list(options, summaries)
                                  : measure(options, summaries);
  if (options.json && (is_list || !summaries.empty())) std::cout << json_text(is_list ? summaries : summaries.front());
  return code;
}

}  // namespace

void add_run(Arguments& arguments) {
  auto options = std::make_shared<RunArguments>();
  arguments
      .list("experiment", options->experiments,
            "names that `warpledger list` shows, or YAML files; measured one after the other")
      .value_name("EXPERIMENT");
  declare_changes(arguments, *options);
  arguments
      .text("--device", options->device,
            std::string(kDeviceHelp) + "; several with commas between them; all, or all:MODEL: every such GPU")
      .value_name("DEVICE");
  const CommandArgument resume =
      arguments
          .text_or_latest("--resume", options->resume,
                          "resume an interrupted run or campaign: latest, or the start of its UUID")
          .value_name("RUN");
  const CommandArgument campaign =
      arguments
          .text("--campaign", options->place.campaign, "the campaign that this run is part of; `uuidgen` makes an ID")
          .value_name("UUID");
  campaign.excludes(resume);
  declare_shard(arguments, options->place.shard, "; run it again to resume it").needs(campaign);
  arguments
      .flag("--split", options->place.split,
            "with several devices of one model: each measures a share of the points, in place of all of them")
      .excludes(resume);
  declare_ledger(arguments, options->ledger);
  const CommandArgument search =
      arguments
          .choice("--search", options->choice.strategy,
                  {{"random", std::optional(StrategyKind::random)}, {"local", std::optional(StrategyKind::local)}},
                  "measure a part of the points, in search of the fastest of each problem")
          .excludes(resume);
  const CommandArgument budget =
      arguments
          .text("--budget", options->budget,
                "of --search: 8h, 10min, 90s, 200points; with --resume, that much more of it")
          .value_name("BUDGET");
  arguments
      .text("--points", options->points,
            "-: measure the points that standard input names, a line of JSON each, and answer each on standard output")
      .value_name("-")
      .excludes(search)
      .excludes(budget);
  declare_lock_clocks(arguments, options->lock_clocks_mhz);
  arguments.flag("--untrusted", options->untrusted,
                 "treat the kernels as untrusted: confine them and also verify them on fresh inputs");
  arguments.flag("--quiet", options->quiet, "show neither progress nor the page");
  declare_json(arguments, options->json, "a summary as JSON instead of the page");
  arguments.explain(kExplanation);
  arguments.run([options, arguments] {
    options->command_line = arguments.words_given();
    return run(*options);
  });
}

}  // namespace warpledger
