#include "cluster/submit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/split.h"
#include "base/subprocess.h"
#include "base/text.h"

namespace warpledger {
namespace {

std::string hint_of(const std::string& output) {
  static const std::pair<const char*, const char*> kHints[] = {
      {"generic resource",
       "`sinfo --format=\"%P %G\"` shows what the site calls its GPUs: write that in --gpus MODEL:N"},
      {"Requested node configuration", "`sinfo --format=\"%P %G\"` shows which partition has such GPUs: --partition"},
      {"Invalid job array",
       "the site allows smaller arrays: `scontrol show config | grep MaxArraySize`; use fewer tasks"},
      {"invalid partition", "`sinfo` shows the partitions: --partition"},
      {"time limit", "`sinfo --format=\"%P %l\"` shows the longest: --time"},
  };
  for (const auto& [part, hint] : kHints)
    if (output.find(part) != std::string::npos) return hint;
  return "the scripts are written: change them as your site asks, and submit them with sbatch";
}

/// Parses `sbatch --parsable`: "4711" or "4711;cluster", after any warnings.
std::string job_in(const std::string& output) {
  std::string job;
  for (const std::string& line : split(output, '\n')) {
    const std::string first = line.substr(0, line.find(';'));
    if (!first.empty() && first.find_first_not_of("0123456789") == std::string::npos) job = first;
  }
  return job;
}

std::string sbatch(std::vector<std::string> options, const std::string& script) {
  if (find_in_path("sbatch").empty())
    throw Error(
        "there is no sbatch on this machine",
        "the scripts are written: submit them with sbatch on the cluster's login node, outside of any container");
  options.insert(options.begin(), {"sbatch", "--parsable"});
  options.push_back(script);
  const ProcessEnd end = run_process(options, ".");
  std::string job = job_in(end.output);
  if (end.exit_code != 0 || job.empty())
    throw Error({.file = script}, fmt::format("sbatch: {}", printable(trim(end.output))), hint_of(end.output));
  return job;
}

}  // namespace

std::string array_of(const std::vector<std::int64_t>& tasks) {
  std::vector<std::string> parts;
  for (std::size_t first = 0; first < tasks.size();) {
    std::size_t last = first;
    while (last + 1 < tasks.size() && tasks[last + 1] == tasks[last] + 1) ++last;
    parts.push_back(first == last ? std::to_string(tasks[first]) : fmt::format("{}-{}", tasks[first], tasks[last]));
    first = last + 1;
  }
  return join(parts, ",");
}

SubmittedJobs submit(const std::string& folder, const ClusterCampaign& campaign,
                     const std::vector<std::int64_t>& tasks) {
  std::vector<std::string> options;
  if (!tasks.empty())
    options.push_back(fmt::format("--array={}{}", array_of(tasks),
                                  campaign.array_limit ? fmt::format("%{}", *campaign.array_limit) : ""));
  SubmittedJobs jobs{.tasks = sbatch(options, folder + "/run.sbatch"), .merge = {}};
  try {
    jobs.merge = sbatch({"--dependency=afterany:" + jobs.tasks}, folder + "/merge.sbatch");
  } catch (const Error& error) {
    throw Error(error.where(), error.problem(),
                fmt::format("the tasks are submitted as job {}; when they have ended: warpledger slurm --merge {}. {}",
                            jobs.tasks, folder, error.hint()));
  }
  return jobs;
}

std::string submit_class(const std::string& folder) { return sbatch({}, folder + "/class.sbatch"); }

}  // namespace warpledger
