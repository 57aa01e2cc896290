#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/shell_command.h"
#include "base/text.h"
#include "cluster/campaign_state.h"
#include "cluster/merge_folder.h"
#include "cluster/slurm_queue.h"
#include "cluster/submit.h"
#include "command/command.h"
#include "command/slurm_scripts.h"
#include "command/terminal.h"
#include "ledger/ledger_reader.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSlurmExplanation =
    "Examples:\n"
    "  warpledger slurm lsu-2024-hw01 matmul --gpus a100:8 --partition gpu --time 1:00:00 --output night\n"
    "  warpledger slurm --status night\n"
    "  warpledger slurm --retry night\n"
    "                                       submits the tasks again that are not finished\n"
    "  warpledger report --db night/all.db\n"
    "  warpledger slurm axpy-hw --submissions in --gpus a100:4 --output class\n"
    "                                       grades a class on four GPUs of a node\n\n"
    "The folder of --output must be one that all nodes see. Each task measures a part of the points of every "
    "experiment on one GPU; a task that is preempted, requeued or out of time continues where it was. See "
    "docs/run-on-a-cluster.md.\n\n"
    "Exit codes: 0 written, submitted or whole, 1 points are missing (--status, --merge), 2 usage or input error.";

void print_unfinished(const CampaignState& state, const SlurmQueue* queue) {
  Table table{{"task", "experiment", "points", "of"}, {}};
  if (queue) table.columns.push_back("in Slurm");
  for (const std::int64_t task : state.unfinished_tasks())
    for (std::size_t i = 0; i < state.campaign().experiments.size(); ++i) {
      const ShardState shard = state.shard(task, i);
      if (shard.whole()) continue;
      table.rows.push_back({task, state.campaign().experiments[i].name, shard.recorded,
                            shard.begun ? Cell(shard.planned) : Cell(std::string("not begun"))});
      if (!queue) continue;
      const auto found = queue->states.find(task);
      table.rows.back().push_back(found != queue->states.end() ? found->second
                                  : queue->why_unknown.empty() ? std::string("not there")
                                                               : std::string("unknown"));
    }
  print_table(table);
}

void tell_all(const std::vector<std::string>& problems) {
  for (const std::string& problem : problems) messages().tell(problem + "\n");
}

void tell_mixtures(const CampaignState& state) {
  for (const std::string& mixture : state.mixtures()) messages().tell(mixture + "\n");
  if (!state.mixtures().empty())
    messages().tell("  hint: files must stay as they are until every task has begun; begin another campaign\n");
}

int print_status(const std::string& folder) {
  const FolderState found = state_of_folder(folder);
  tell_all(found.damaged);
  tell_mixtures(found.state);
  print_text(found.state.text() + "\n");
  if (found.state.unfinished_tasks().empty()) return found.state.mixtures().empty() ? kAllOk : kSomePointFailed;
  const SlurmQueue queue = ask_slurm(found.state.campaign());
  print_unfinished(found.state, &queue);
  if (!queue.why_unknown.empty())
    print_text(fmt::format("Slurm could not be asked: {}\n", queue.why_unknown));
  else if (std::ranges::any_of(found.state.unfinished_tasks(), [&](auto task) { return !queue.states.contains(task); }))
    print_text(
        fmt::format("submit what is not there again with: warpledger slurm --retry {}\n", shell_command({folder})));
  return kSomePointFailed;
}

int merge(const std::string& folder) {
  const MergedFolder merged = merge_folder(folder);
  tell_all(merged.left_out);
  const CampaignState state = state_of_merged(folder);
  print_text(fmt::format("{} ledger{} merged into {}\n{}\n", merged.ledgers, merged.ledgers == 1 ? " is" : "s are",
                         merged_ledger(folder), state.text()));
  tell_mixtures(state);
  if (state.unfinished_tasks().empty()) return state.mixtures().empty() ? kAllOk : kSomePointFailed;
  print_text("missing:\n");
  print_unfinished(state, nullptr);
  print_text(fmt::format("measure them with: warpledger slurm --retry {}\n", shell_command({folder})));
  return kSomePointFailed;
}

int retry(const std::string& given) {
  const std::string folder = fs::absolute(given).lexically_normal().string();
  tell_all(merge_folder(folder).left_out);  // ledgers that cannot be merged are measured again
  const CampaignState state = state_of_merged(folder);
  std::vector<std::int64_t> tasks = state.unfinished_tasks();
  const SlurmQueue queue = ask_slurm(state.campaign());
  if (!tasks.empty() && !queue.why_unknown.empty())
    throw Error(
        fmt::format("Slurm does not say which tasks are under way: {}", queue.why_unknown),
        fmt::format("if none is: sbatch --array={} {}", array_of(tasks), shell_command({folder + "/run.sbatch"})));
  std::erase_if(tasks, [&](std::int64_t task) { return queue.states.contains(task); });
  print_text(state.text() + "\n");
  if (tasks.empty())
    print_text(queue.states.empty() ? "nothing is left to submit\n" : "every task that is not finished is in Slurm\n");
  else
    tell_submitted(submit(folder, state.campaign(), tasks), folder);
  return kAllOk;
}

int run(const SlurmArguments& options) {
  const int folders = !options.status.empty() + !options.retry.empty() + !options.merge.empty();
  if (folders > 1 || (folders == 1 && !options.experiments.empty()))
    throw Error("`warpledger slurm` takes experiments, or one of --status, --retry and --merge",
                "leave out the others");
  if (!options.status.empty()) return print_status(options.status);
  if (!options.retry.empty()) return retry(options.retry);
  if (!options.merge.empty()) return merge(options.merge);
  if (options.experiments.empty())
    throw Error("`warpledger slurm` needs an experiment, --status, --retry or --merge",
                "`warpledger list` shows the experiments");
  return write_scripts(options);
}

}  // namespace

void add_slurm(Arguments& arguments) {
  auto options = std::make_shared<SlurmArguments>();
  arguments.list("experiments", options->experiments, "names that `warpledger list` shows, or YAML files")
      .value_name("EXPERIMENT");
  arguments.text("--gpus", options->gpus, "the GPU's model as the site calls it, and the number of tasks: a100:8, or 8")
      .value_name("MODEL:N");
  arguments.text("--partition", options->partition, "the partition; default: the site's").value_name("NAME");
  arguments.text("--time", options->time, "the time limit of a task; default: the partition's").value_name("TIME");
  arguments.text("--db", options->ledger, "a ledger with earlier runs, which tell about how long tasks take")
      .value_name("FILE");
  arguments.whole("--array-limit", options->array_limit, "at most this many tasks at a time").value_name("M");
  arguments.text("--output", options->output, "the folder of the scripts and the results; default: EXPERIMENT-campaign")
      .value_name("FOLDER");
  arguments.flag("--submit", options->submit, "also submit the scripts");
  arguments.text("--status", options->status, "say how far the campaign in this folder is").value_name("FOLDER");
  arguments.text("--retry", options->retry, "submit its tasks again that are not finished and not in Slurm")
      .value_name("FOLDER");
  arguments.text("--merge", options->merge, "merge what its tasks brought home, and say what is missing")
      .value_name("FOLDER");
  arguments
      .text("--submissions", options->submissions, "grade this class, as `warpledger grade` does, on N GPUs of a node")
      .value_name("FOLDER");
  arguments.text("--pseudonyms", options->pseudonyms, "as of `warpledger grade`").value_name("FILE");
  arguments.repeated("--set", options->overrides.set, "as of `warpledger run`").value_name("NAME=VALUE");
  arguments.whole("--seed", options->seed, "as of `warpledger run`");
  arguments.text("--device", options->device, kDeviceHelp).value_name("DEVICE");
  arguments.text("--lock-clocks", options->lock_clocks_mhz, "as of `warpledger run`").value_name("MHZ");
  arguments.explain(kSlurmExplanation);
  arguments.run([options] { return run(*options); });
}

}  // namespace warpledger
