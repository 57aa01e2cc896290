#include "command/slurm_scripts.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/shell_command.h"
#include "base/text.h"
#include "cluster/job_scripts.h"
#include "cluster/task_times.h"
#include "command/command.h"
#include "command/terminal.h"
#include "grading/score/graded_class.h"
#include "spec/utc_time.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// Parses "a100:8" or "8": model, tasks.
std::pair<std::string, std::int64_t> parse_gpus(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const std::string count = colon == std::string::npos ? text : text.substr(colon + 1);
  const bool is_number =
      !count.empty() && count.size() <= 4 && count.find_first_not_of("0123456789") == std::string::npos;
  const std::int64_t tasks = is_number ? std::stoll(count) : 0;
  if (colon == 0 || tasks < 1 || tasks > kMostTasks)
    throw Error(
        fmt::format("--gpus: '{}' is not a model and a number of tasks", printable(text)),
        fmt::format("write a100:8 for eight tasks on an a100 each, or 8 for any GPU; at most {} tasks", kMostTasks));
  return {colon == std::string::npos ? "" : text.substr(0, colon), tasks};
}

/// Throws Error for any invalid experiment before a script is written.
std::vector<ClusterExperiment> experiments_of(const SlurmArguments& options) {
  const Library found(find_paths().roots);
  std::vector<ClusterExperiment> experiments;
  for (const std::string& given : options.experiments) {
    SlurmArguments one = options;
    one.experiment = given;
    const Library library = found.with_root_of(found.experiment_path(given));
    const std::string name = load_experiment(library, one).name;
    if (std::ranges::find(experiments, name, &ClusterExperiment::name) != experiments.end())
      throw Error(fmt::format("the experiment {} is named twice", name), "name it once");
    experiments.push_back({lasting_name(given), name, to_string(boost::uuids::random_generator()())});
  }
  return experiments;
}

std::vector<std::string> run_options_of(const SlurmArguments& options) {
  std::vector<std::string> words;
  for (const std::string& set : options.overrides.set) words.insert(words.end(), {"--set", set});
  if (options.seed != ExperimentOptions().seed) words.insert(words.end(), {"--seed", std::to_string(options.seed)});
  if (options.device != ExperimentOptions().device) words.insert(words.end(), {"--device", options.device});
  if (!options.lock_clocks_mhz.empty()) words.insert(words.end(), {"--lock-clocks", options.lock_clocks_mhz});
  return words;
}

void place_job(SlurmJob& job, const SlurmArguments& options, const std::string& gpu, const std::string& folder) {
  const char* data_path = std::getenv("WARPLEDGER_PATH");
  job.folder = fs::absolute(folder).lexically_normal().string();
  if (job.folder.ends_with('/')) job.folder.pop_back();
  job.start_folder = fs::current_path().string();
  job.program = find_paths().program;
  job.container = container_here();
  job.data_path = data_path ? data_path : "";
  job.gpu = gpu;
  job.partition = options.partition;
  job.time = options.time;
}

JobRequest request_of(const SlurmArguments& options) {
  const auto [gpu, tasks] = parse_gpus(options.gpus);
  if (options.array_limit == 0)
    throw Error("--array-limit: 0 tasks at a time never end", "write 1 or more, or leave it out");
  JobRequest request;
  request.campaign.experiments = experiments_of(options);
  request.campaign.job_name = "warpledger-" + request.campaign.experiments[0].campaign.substr(0, 8);
  request.campaign.created_utc = utc_text(std::chrono::system_clock::now());
  request.campaign.tasks = tasks;
  request.campaign.array_limit = options.array_limit;
  place_job(request, options, gpu,
            options.output.empty() ? request.campaign.experiments[0].name + "-campaign" : options.output);
  request.run_options = run_options_of(options);
  return request;
}

/// Prints nothing without an earlier run.
void tell_times(const JobRequest& request, const SlurmArguments& options) {
  const Library found(find_paths().roots);
  std::vector<double> seconds(static_cast<std::size_t>(request.campaign.tasks), 0);
  std::vector<std::string> known, unknown;
  for (std::size_t i = 0; i < options.experiments.size(); ++i) {
    SlurmArguments one = options;
    one.experiment = options.experiments[i];
    const std::string& name = request.campaign.experiments[i].name;
    const auto times = times_of_tasks({options.ledger, request.gpu, request.campaign.tasks},
                                      found.with_root_of(found.experiment_path(one.experiment)), one);
    if (times) std::ranges::transform(seconds, times->seconds, seconds.begin(), std::plus());
    (times ? known : unknown).push_back(times ? fmt::format("{} did on {}", name, times->device_name) : name);
  }
  if (known.empty()) return;
  const auto [least, most] = std::ranges::minmax(seconds);
  const std::string range = human_seconds(least) == human_seconds(most)
                                ? human_seconds(most)
                                : fmt::format("{} to {}", human_seconds(least), human_seconds(most));
  std::cout << fmt::format("each task takes about {}, as {} in {}{}\n", range, join(known), options.ledger,
                           unknown.empty() ? "" : "; it has no such run of " + join(unknown));
  const std::optional<double> limit_s = seconds_of_limit(options.time);
  if (limit_s && most > *limit_s - kNotice_s)
    messages().tell(
        fmt::format("--time {} is shorter: such tasks stop {} s before it and queue again for what is left; --time {} "
                    "should do\n",
                    options.time, kNotice_s, std::ceil((1.25 * most + kNotice_s) / 60)));
}

int write_campaign_scripts(const SlurmArguments& options) {
  const JobRequest request = request_of(options);
  const std::string run = run_script(request), merge = merge_script(request);  // throws before any file is written
  const std::string& folder = request.folder;
  write_campaign(folder, request.campaign);
  write_file(folder + "/run.sbatch", run);
  write_file(folder + "/merge.sbatch", merge);
  const std::string at_a_time =
      request.campaign.array_limit ? fmt::format(", {} at a time", *request.campaign.array_limit) : "";
  std::cout << fmt::format("{0}/run.sbatch, {0}/merge.sbatch: {1} task{2}{3}\n", folder, request.campaign.tasks,
                           request.campaign.tasks == 1 ? "" : "s", at_a_time);
  tell_times(request, options);
  if (options.submit) {
    tell_submitted(submit(folder, request.campaign), folder);
  } else {
    std::cout << fmt::format(
        "submit them with:\n  job=$(sbatch --parsable {})\n  sbatch --dependency=afterany:$job {}\n",
        shell_command({folder + "/run.sbatch"}), shell_command({folder + "/merge.sbatch"}));
  }
  return kAllOk;
}

ClassJob class_of(const SlurmArguments& options) {
  if (options.experiments.size() != 1)
    throw Error("a class is graded by one experiment", "name it alone beside --submissions");
  if (options.array_limit || !options.overrides.set.empty() || !options.lock_clocks_mhz.empty() ||
      options.seed != ExperimentOptions().seed)
    throw Error("a grading takes none of --set, --seed, --lock-clocks and --array-limit", "leave them out");
  const auto [gpu, gpus] = parse_gpus(options.gpus);
  const std::string& given = options.experiments.front();
  const Library found(find_paths().roots);
  const std::string name = load_graded_experiment(found.with_root_of(found.experiment_path(given)), given).name;
  if (!fs::exists(options.submissions))
    throw Error({.file = options.submissions}, "there is no such folder or archive",
                "--submissions is what `warpledger grade` takes");
  ClassJob job;
  place_job(job, options, gpu, options.output.empty() ? name + "-class" : options.output);
  job.job_name = "warpledger-" + to_string(boost::uuids::random_generator()()).substr(0, 8);
  job.experiment = lasting_name(given);
  job.submissions = fs::absolute(options.submissions).lexically_normal().string();
  job.gpus = gpus;
  job.grade_options = {"--device", options.device == ExperimentOptions().device ? "all" : options.device};
  if (!options.pseudonyms.empty())
    job.grade_options.insert(job.grade_options.end(), {"--pseudonyms", fs::absolute(options.pseudonyms).string()});
  return job;
}

int write_class_script(const SlurmArguments& options) {
  const ClassJob job = class_of(options);
  const std::string text = class_script(job), script = job.folder + "/class.sbatch";
  if (fs::exists(script))
    throw Error({.file = job.folder}, "this folder has a class already",
                "name a new one with --output, or go on with that class: sbatch " + shell_command({script}));
  // only the owner may read submissions
  if (fs::create_directories(job.folder)) fs::permissions(job.folder, fs::perms::owner_all);
  for (const char* folder : {"/logs", "/ledgers"}) fs::create_directories(job.folder + folder);
  write_file(script, text);
  std::cout << fmt::format("{}: one job on {} GPU{} of a node\n", script, job.gpus, job.gpus == 1 ? "" : "s");
  const std::string when = options.submit ? "submitted as job " + submit_class(job.folder) + "; when"
                                          : "submit it with:\n  sbatch " + shell_command({script}) + "\nwhen";
  std::cout << fmt::format("{} it has ended:\n  {}\n", when,
                           shell_command({"warpledger", "grade", options.experiments.front(), "--db",
                                          job.folder + "/class.db", "--output", job.folder + "/grades"}));
  return kAllOk;
}

}  // namespace

void tell_submitted(const SubmittedJobs& jobs, const std::string& folder) {
  std::cout << fmt::format("submitted: tasks as job {}, merging as job {}\n", jobs.tasks, jobs.merge)
            << fmt::format("  warpledger slurm --status {}\n", shell_command({folder}));
}

int write_scripts(const SlurmArguments& options) {
  if (options.gpus.empty())
    throw Error("`warpledger slurm` needs --gpus", "write --gpus a100:8 for eight GPUs of that model");
  if (!options.submissions.empty()) return write_class_script(options);
  if (!options.pseudonyms.empty()) throw Error("--pseudonyms belongs to --submissions", "leave it out");
  return write_campaign_scripts(options);
}

}  // namespace warpledger
