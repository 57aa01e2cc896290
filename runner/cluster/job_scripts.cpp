#include "cluster/job_scripts.h"

#include <fmt/format.h>

#include "base/shell_command.h"
#include "base/text.h"
#include "base/version.h"

namespace warpledger {

std::string run_script(const JobRequest& request) {
  const ClusterCampaign& campaign = request.campaign;
  std::string text = fmt::format(
      "#!/bin/bash\n# Written by warpledger {}. Task I of {} measures shard I/{} of each experiment below. A task that "
      "starts\n# again, however it ended, goes on with what it has brought home.\n",
      kVersion, campaign.tasks, campaign.tasks);
  text += job_lines(request, campaign.job_name);
  text += fmt::format("#SBATCH --array=1-{}{}\n", campaign.tasks,
                      campaign.array_limit ? fmt::format("%{}", *campaign.array_limit) : "");
  text += gpu_lines(request, 1) + output_line(request, "%a.log") + "\n" + shell_names(request);
  text +=
      fmt::format("tasks={}\ntask=$SLURM_ARRAY_TASK_ID\nagain=\"warpledger slurm --retry $(printf %q \"$folder\")\"\n",
                  campaign.tasks);
  text += kTaskShell;
  text += "\n# Measures what is left of a shard.\nrun() { measure run \"$@\" --shard \"$task/$tasks\"; }\n\n";
  for (const ClusterExperiment& one : campaign.experiments) {
    std::vector<std::string> words = {"run", one.given, "--campaign", one.campaign};
    words.insert(words.end(), request.run_options.begin(), request.run_options.end());
    text += shell_command(words) + "\n";
  }
  return text + "\n[ -n \"$stopped\" ] || exit \"$worst\"\n" + kStoppedShell;
}

std::string merge_script(const JobRequest& request) {
  return fmt::format(
             "#!/bin/bash\n# Written by warpledger {}. Merges what the tasks of {} brought home, and says what is "
             "missing.\n",
             kVersion, request.campaign.job_name) +
         job_lines(request, request.campaign.job_name + "-merge") + output_line(request, "merge.log") + "\n" +
         shell_names(request) + "exec \"${warpledger[@]}\" slurm --merge \"$folder\"\n";
}

std::string class_script(const ClassJob& job) {
  std::vector<std::string> words = {"measure", "grade", job.experiment, "--submissions", job.submissions};
  words.insert(words.end(), job.grade_options.begin(), job.grade_options.end());
  return fmt::format(
             "#!/bin/bash\n# Written by warpledger {}. Grades a class on the GPUs of one node. A job that starts "
             "again, "
             "however it\n# ended, goes on with what it has brought home.\n",
             kVersion) +
         job_lines(job, job.job_name) + "#SBATCH --dependency=singleton\n#SBATCH --nodes=1\n" +
         gpu_lines(job, job.gpus) + output_line(job, "class.log") + "\n" + shell_names(job) +
         "task=1\nagain=\"sbatch $(printf %q \"$folder/class.sbatch\")\"\n" + kTaskShell +
         "\n# A grading that was begun goes on; a ledger that has none begins one.\nsession=\n"
         "[ \"${before:-0}\" = 0 ] || session=\"--session latest\"\n# shellcheck disable=SC2086  # two words or "
         "none\n" +
         shell_command(words) + R"sh( $session

if [ -z "$stopped" ]; then
  for home in "$folder/ledgers"/1.*.db; do
    [ ! -e "$home" ] || "${warpledger[@]}" ledger merge --db "$folder/class.db" "$home" >/dev/null || worst=2
  done
  exit "$worst"
fi
)sh" + kStoppedShell;
}

}  // namespace warpledger
