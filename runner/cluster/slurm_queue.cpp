#include "cluster/slurm_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/split.h"
#include "base/subprocess.h"
#include "base/text.h"

namespace warpledger {
namespace {

/// sacct's states of unfinished tasks.
constexpr std::array<std::string_view, 6> kUnderWay = {"PENDING",   "RUNNING",  "REQUEUED",
                                                       "SUSPENDED", "RESIZING", "COMPLETING"};

std::optional<std::int64_t> number_at(std::string_view text) {
  std::int64_t number = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() ? std::optional(number) : std::nullopt;
}

/// Returns the tasks of "4711_3" or "4711_[1-3,7%2]".
std::vector<std::int64_t> tasks_of(const std::string& job) {
  const std::size_t bar = job.find('_');
  if (bar == std::string::npos) return {};
  const std::string list = job.substr(bar + (job.compare(bar, 2, "_[") == 0 ? 2 : 1));
  std::vector<std::int64_t> tasks;
  for (const std::string& part : split(list, ',')) {
    const auto first = number_at(part);
    if (!first) continue;
    const std::size_t dash = part.find('-');
    const auto last = dash == std::string::npos ? first : number_at(std::string_view(part).substr(dash + 1));
    for (std::int64_t task = *first; last && task <= std::min(*last, kMostTasks); ++task) tasks.push_back(task);
  }
  return tasks;
}

/// Absent, with the reason added to `why`, if the program fails.
std::optional<std::string> answer_of(const std::vector<std::string>& words, std::string& why) {
  if (!why.empty()) why += "; ";
  if (find_in_path(words[0]).empty()) {
    why += words[0] + " is not installed";
    return std::nullopt;
  }
  const ProcessEnd end = run_process(words, ".");
  if (end.exit_code == 0) return end.output;
  why += fmt::format("{}: {}", words[0], printable(trim(end.output.substr(0, end.output.find('\n')))));
  return std::nullopt;
}

}  // namespace

std::map<std::int64_t, std::string> tasks_in_squeue(const std::string& answer) {
  std::map<std::int64_t, std::string> tasks;
  for (const std::string& line : split(answer, '\n')) {
    const std::vector<std::string> parts = split(line, '|');
    const auto task = parts.size() == 3 ? number_at(parts[0]) : std::nullopt;
    if (!task) continue;
    tasks[*task] = parts[1] == "PENDING" ? fmt::format("PENDING ({})", parts[2]) : parts[1];
  }
  return tasks;
}

std::map<std::int64_t, std::string> tasks_in_sacct(const std::string& answer) {
  std::map<std::int64_t, std::string> tasks;
  for (const std::string& line : split(answer, '\n')) {
    const std::vector<std::string> parts = split(line, '|');
    if (parts.size() != 2) continue;
    const bool is_under_way = std::ranges::find(kUnderWay, parts[1]) != kUnderWay.end();
    for (const std::int64_t task : tasks_of(parts[0])) {
      tasks.erase(task);
      if (is_under_way) tasks[task] = parts[1];
    }
  }
  return tasks;
}

SlurmQueue ask_slurm(const ClusterCampaign& campaign) {
  SlurmQueue queue;
  const std::string name = "--name=" + campaign.job_name;
  if (const auto answer = answer_of({"squeue", "--noheader", "--array", name, "--format=%K|%T|%r"}, queue.why_unknown))
    return {tasks_in_squeue(*answer), ""};
  const std::string since = "--starttime=" + campaign.created_utc.substr(0, 10);
  if (const auto answer =
          answer_of({"sacct", "--noheader", "--parsable2", "--allocations", name, since, "--format=JobID,State"},
                    queue.why_unknown))
    return {tasks_in_sacct(*answer), ""};
  return queue;
}

}  // namespace warpledger
