#include "run/run_changes.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "run/run_texts.h"
#include "spec/data_files.h"

namespace warpledger {
namespace {

constexpr const char* kUseItsVersion = "use the version of warpledger that started it";

/// `mend` is the alternative to a new run.
[[noreturn]] void refuse_or_anew(const StoredRun& run, const std::string& difference, const std::string& mend) {
  refuse_to_resume(run, difference,
                   fmt::format("{}, or {}", mend, run.shard.empty() ? "start a new run" : "begin another campaign"));
}

void refuse_changed_text(const StoredRun& run, const std::string& name, const std::string& then,
                         const std::string& now) {
  if (then == now) return;
  refuse_or_anew(run, fmt::format("{} has changed since it began\n{}", name, difference(then, now)),
                 "undo the change (the ledger has the old text)");
}

/// Reads the run's data files: texts_of() has digests only of files that were read.
void read_data_files(const StoredRun& run, const Experiment& experiment) {
  for (const Family& family : experiment.families) {
    const std::string folder = fmt::format("kernels/{}/", family.name);
    for (const SourceFile& text : run.texts)
      if (text.name.starts_with(folder) && text.name.ends_with(kDigestSuffix))
        family.symbols.files()->get(
            text.name.substr(folder.size(), text.name.size() - folder.size() - kDigestSuffix.size()));
  }
}

/// "driver: then 550.1, now 560.2"
template <typename Value>
std::vector<std::string> differences(const std::map<std::string, Value>& then,
                                     const std::map<std::string, Value>& now) {
  std::set<std::string> names;
  for (const auto& [name, value] : then) names.insert(name);
  for (const auto& [name, value] : now) names.insert(name);
  const auto text = [](const std::map<std::string, Value>& values, const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? std::string("unknown") : fmt::format("{}", found->second);
  };
  std::vector<std::string> texts;
  for (const std::string& name : names) {
    const std::string before = text(then, name), after = text(now, name);
    if (before != after) texts.push_back(fmt::format("{}: then {}, now {}", name, before, after));
  }
  return texts;
}

/// Size of the run's plan, also for a shard.
std::int64_t points_of_plan(const StoredRun& run) {
  if (run.shard.empty()) return run.planned_points;
  const nlohmann::json settings = nlohmann::json::parse(run.settings_json, nullptr, false);
  const auto points = settings.find("plan_points");
  return points != settings.end() && points->is_number_integer() ? points->get<std::int64_t>() : run.planned_points;
}

}  // namespace

void refuse_to_resume(const StoredRun& run, const std::string& difference, const std::string& hint) {
  if (run.shard.empty())
    throw Error(fmt::format("run {} cannot be resumed: {}", run.uuid.substr(0, 8), difference), hint);
  throw Error(fmt::format("campaign {} cannot go on (its shard {} is run {}): {}", run.campaign, run.shard,
                          run.uuid.substr(0, 8), difference),
              hint);
}

void refuse_changed_texts(const StoredRun& run, const Experiment& experiment) {
  if (experiment.name != run.experiment)
    refuse_to_resume(run, fmt::format("it is a run of experiment {}, not of {}", run.experiment, experiment.name),
                     "remove the experiment, or name another run: `warpledger list` shows them");
  refuse_changed_text(run, experiment.file, run.experiment_text, experiment.text);
  if (run.texts.empty()) return;  // started by an older version
  read_data_files(run, experiment);
  std::map<std::string, std::string> now;
  for (const SourceFile& text : texts_of(experiment)) now[text.name] = text.text;
  for (const char* derived : {kInputsText, kComparisonsText})
    now.erase(derived);  // derived from families, which are compared
  for (const SourceFile& then : run.texts) {
    if (then.name == kInputsText || then.name == kComparisonsText) continue;
    const auto found = now.find(then.name);
    if (found == now.end())
      refuse_or_anew(run, fmt::format("{} was part of it and is missing now", then.name), "restore it");
    refuse_changed_text(run, then.name, then.text, found->second);
    now.erase(found);
  }
  if (!now.empty())
    refuse_or_anew(run, fmt::format("{} was not part of it and is now", now.begin()->first), "remove it");
}

void refuse_another_device(const StoredRun& run, const Device& device) {
  const auto text = [](const Device& of) { return fmt::format("{} ({})", of.name, of.uuid); };
  if (device.uuid != run.device.uuid || device.name != run.device.name)
    refuse_or_anew(run,
                   fmt::format("it began on another device\n  then: {}\n  now:  {}", text(run.device), text(device)),
                   "name the run's device with --device (`warpledger devices` lists the devices)");
  const std::vector<std::string> facts = differences(run.device.facts, device.facts);
  if (!facts.empty())
    refuse_or_anew(run, fmt::format("its device, {}, has changed\n  {}", device.name, join(facts, "\n  ")),
                   "restore the device's settings");
}

void refuse_changed_plan(const StoredRun& run, const Plan& plan) {
  const std::int64_t points = points_of_plan(run);
  if (plan.size() != points)
    refuse_or_anew(run, fmt::format("its plan has changed: then {} points, now {}", points, plan.size()),
                   kUseItsVersion);
  refuse_changed_points(run, plan);
}

void refuse_changed_points(const StoredRun& run, const Plan& plan) {
  for (const RecordedPoint& point : run.recorded) {
    if (point.ordinal >= plan.size())
      refuse_or_anew(run, fmt::format("its plan has changed: {} points are left of it", plan.size()), kUseItsVersion);
    const Job job = plan.job(point.ordinal);
    if (job.key == point.key) continue;
    refuse_or_anew(
        run,
        fmt::format("point {} has changed in its source, its buffers or how it is measured\n  then: {}\n  now:  {}",
                    point.ordinal, point.identity, job.identity),
        kUseItsVersion);
  }
}

std::string changes_since(const StoredRun& run, const Device& device, const std::string& tool_version) {
  std::vector<std::string> changes = differences(run.device.environment, device.environment);
  if (tool_version != run.tool_version)
    changes.push_back(fmt::format("warpledger: then {}, now {}", run.tool_version, tool_version));
  return join(changes, "; ");
}

}  // namespace warpledger
