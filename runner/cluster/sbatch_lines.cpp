#include "cluster/sbatch_lines.h"

#include <fmt/format.h>

#include <regex>
#include <string_view>

#include "base/error.h"
#include "base/shell_command.h"
#include "base/text.h"

namespace warpledger {
namespace {

std::string plain(const std::string& option, const std::string& value) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,:+-@/";
  if (value.empty() || value[0] == '-' || value.find_first_not_of(kPlain) != std::string::npos)
    throw Error(fmt::format("{}: '{}' cannot be Slurm's name for anything", option, printable(value)),
                "`sinfo --format=\"%P %G %l\"` shows the partitions, their GPUs and time limits");
  return value;
}

/// Formats of sbatch(1): minutes, [hours:]minutes:seconds, days-hours[:minutes[:seconds]].
const std::string& time_limit(const std::string& value) {
  constexpr std::size_t kMostCharacters = 20;
  static const std::regex kLimit("[0-9]+(:[0-9]{1,2}){0,2}|[0-9]+-[0-9]{1,2}(:[0-9]{1,2}){0,2}");
  if (value.size() > kMostCharacters || !std::regex_match(value, kLimit))
    throw Error(fmt::format("--time: '{}' is no time limit of Slurm's", printable(value)),
                "write minutes, hours:minutes:seconds or days-hours, for example 90, 1:30:00 or 1-12");
  return value;
}

/// Quotes a path. A \ would turn off Slurm's patterns such as %a and cannot be escaped.
std::string path_of(const std::string& path) {
  for (const char c : path)
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ')
      throw Error({.file = printable(path)},
                  "a path with quotes, backslashes or control characters cannot be given to Slurm",
                  "use another folder");
  return path;
}

/// Escapes patterns such as %a, too.
std::string without_marks(const std::string& path) {
  std::string text;
  for (const char c : path_of(path)) text += c == '%' ? std::string("%%") : std::string(1, c);
  return text;
}

std::string word(const std::string& text) { return shell_command({text}); }

/// Binds what the container showed when the script was written, the job's folder and the node's disk.
std::string binding_line(const SlurmJob& job) {
  if (job.folder.find_first_of(",:") != std::string::npos)
    throw Error({.file = printable(job.folder)}, "a path with commas or colons cannot be shown to a container",
                "use another folder");
  const Container& container = *job.container;
  return fmt::format("disk=${{SLURM_TMPDIR:-${{TMPDIR:-}}}}\nexport {}={}\"${{disk:+,$disk}}\"\n",
                     container.binding_variable,
                     word((container.bindings.empty() ? "" : container.bindings + ",") + job.folder));
}

std::string command_lines(const SlurmJob& job) {
  if (!job.container) return fmt::format("warpledger=({})\n", word(job.program));
  const Container& container = *job.container;
  return binding_line(job) + fmt::format("warpledger=({})\n", shell_command({container.program, "exec", "--nv",
                                                                             container.image, job.program}));
}

}  // namespace

std::string job_lines(const SlurmJob& job, const std::string& job_name) {
  std::string text = fmt::format("#SBATCH --job-name={}\n", job_name);
  if (!job.partition.empty()) text += fmt::format("#SBATCH --partition={}\n", plain("--partition", job.partition));
  return text + fmt::format("#SBATCH --chdir=\"{}\"\n#SBATCH --open-mode=append\n", path_of(job.start_folder));
}

std::string gpu_lines(const SlurmJob& job, std::int64_t gpus) {
  if (job.time == "1" || job.time == "2")
    throw Error(fmt::format("--time: {} min leave no time to measure", job.time),
                fmt::format("Slurm tells a task {} s before its end to stop: write more", kNotice_s));
  std::string text =
      fmt::format("#SBATCH --gres=gpu:{}{}\n", job.gpu.empty() ? "" : plain("--gpus", job.gpu) + ":", gpus);
  if (!job.time.empty()) text += fmt::format("#SBATCH --time={}\n", time_limit(job.time));
  return text + fmt::format("#SBATCH --requeue\n#SBATCH --signal=B:TERM@{}\n", kNotice_s);
}

std::string output_line(const SlurmJob& job, const std::string& file) {
  return fmt::format("#SBATCH --output=\"{}/logs/{}\"\n", without_marks(job.folder), file);
}

std::string shell_names(const SlurmJob& job) {
  std::string text = fmt::format("folder={}\n", word(job.folder)) + command_lines(job);
  if (!job.data_path.empty()) text += fmt::format("export WARPLEDGER_PATH={}\n", word(job.data_path));
  return text;
}

const char* const kTaskShell = R"sh(
name=$task.$SLURM_JOB_ID.${SLURM_RESTART_COUNT:-0}
node=$(mktemp -d "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/warpledger.XXXXXX") || exit 2
ledger=$node/ledger.db

# Slurm sends TERM when the time limit is near, and before it preempts or cancels: the run stops between points.
child= stopped=
trap 'stopped=yes; [ -z "$child" ] || kill -TERM "$child"' TERM

# Under another name first: nobody reads a part of a ledger. A cancelled job still does it: TERM goes to all processes.
is_home=yes
bring_home() {
  [ -e "$ledger" ] || return 0
  rm -f "$folder/ledgers/.$name".*
  is_home=
  (
    trap '' TERM
    "${warpledger[@]}" ledger merge --db "$folder/ledgers/.$name.partial" "$ledger" >/dev/null &&
      mv "$folder/ledgers/.$name.partial" "$folder/ledgers/$name.db" && rm -f "$folder/ledgers/.$name".*
  ) && is_home=yes
}
leave() {
  if [ -n "$is_home" ]; then rm -rf "$node"; else echo "what could not be brought home is on $(hostname): $ledger" >&2; fi
}
trap leave EXIT

points() {
  if [ -e "$ledger" ]; then
    "${warpledger[@]}" query --db "$ledger" --format csv "SELECT CAST(total(recorded_points) AS INTEGER) AS points FROM runs" | tail -n 1
  fi
}

worst=0
measure() {
  [ -z "$stopped" ] || return 0
  "${warpledger[@]}" "$@" --db "$ledger" --quiet &
  child=$!
  [ -z "$stopped" ] || kill -TERM "$child"
  wait "$child"; code=$?
  while [ "$code" -gt 128 ] && kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done  # a trap ends `wait`
  child=
  [ "$code" -le "$worst" ] || worst=$code
  bring_home || bring_home || worst=2  # TERM just before it is ignored ends the first try
}

# What this task has measured before, if it starts again. One that is damaged is told here, and measured anew.
for earlier in "$folder/ledgers/$task".*.db; do
  [ ! -e "$earlier" ] || "${warpledger[@]}" ledger merge --db "$ledger" "$earlier" >/dev/null
done
before=$(points)
)sh";

const char* const kStoppedShell = R"sh(
# A task that Slurm has not ended is near its time limit, or about to be preempted: it queues for what is left, but not
# for ever where the time does not suffice for a point.
if [ "$(points)" = "$before" ] && [ "${SLURM_RESTART_COUNT:-0}" -ge 3 ]; then
  echo "started four times, and no point was measured in this one: a task needs more --time" >&2
elif [ "$(squeue --noheader --jobs "$SLURM_JOB_ID" --format=%T)" = RUNNING ]; then
  scontrol requeue "$SLURM_JOB_ID" && sleep 60
fi
echo "stopped before its end; measure what is left: $again" >&2
exit 1
)sh";

}  // namespace warpledger
