#include "run/resume_check.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "run/run_texts.h"

namespace warpledger {
namespace {

[[noreturn]] void refuse(const StoredRun& run, const std::string& difference, const std::string& cure) {
  throw Error(fmt::format("run {} cannot go on: {}", run.uuid.substr(0, 8), difference), cure);
}

void refuse_changed_text(const StoredRun& run, const std::string& name, const std::string& then,
                         const std::string& now) {
  if (then == now) return;
  refuse(run, fmt::format("{} has changed since it began\n{}", name, difference(then, now)),
         "undo the change (the ledger has the old text), or begin a new run");
}

/// What differs between two maps: "driver: then 550.1, now 560.2".
template <typename Value>
std::vector<std::string> differences(const std::map<std::string, Value>& then,
                                     const std::map<std::string, Value>& now) {
  std::set<std::string> names;
  for (const auto& [name, value] : then) names.insert(name);
  for (const auto& [name, value] : now) names.insert(name);
  const auto text = [](const std::map<std::string, Value>& values, const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? std::string("not known") : fmt::format("{}", found->second);
  };
  std::vector<std::string> texts;
  for (const std::string& name : names) {
    const std::string before = text(then, name), after = text(now, name);
    if (before != after) texts.push_back(fmt::format("{}: then {}, now {}", name, before, after));
  }
  return texts;
}

}  // namespace

void refuse_changed_texts(const StoredRun& run, const Experiment& experiment) {
  if (experiment.name != run.experiment)
    refuse(run, fmt::format("it is of the experiment {}, not of {}", run.experiment, experiment.name),
           "leave the experiment out, or name another run: `warpledger list` shows them");
  refuse_changed_text(run, experiment.file, run.experiment_text, experiment.text);
  if (run.texts.empty()) return;  // an older warpledger began it
  std::map<std::string, std::string> now;
  for (const SourceFile& text : texts_of(experiment)) now[text.name] = text.text;
  for (const SourceFile& then : run.texts) {
    const auto found = now.find(then.name);
    if (found == now.end())
      refuse(run, fmt::format("{} was a part of it and is no more", then.name), "put it back, or begin a new run");
    refuse_changed_text(run, then.name, then.text, found->second);
    now.erase(found);
  }
  if (!now.empty())
    refuse(run, fmt::format("{} was no part of it and is now", now.begin()->first), "take it out, or begin a new run");
}

void refuse_another_device(const StoredRun& run, const Device& device) {
  const auto text = [](const Device& of) { return fmt::format("{} ({})", of.name, of.uuid); };
  if (device.uuid != run.device.uuid || device.name != run.device.name)
    refuse(run, fmt::format("it began on another device\n  then: {}\n  now:  {}", text(run.device), text(device)),
           "name the run's own device with --device (`warpledger devices` lists what is there), or begin a new run");
  const std::vector<std::string> facts = differences(run.device.facts, device.facts);
  if (!facts.empty())
    refuse(run, fmt::format("its device, {}, is not the same any more\n  {}", device.name, join(facts, "\n  ")),
           "set the device as it was, or begin a new run");
}

void refuse_changed_plan(const StoredRun& run, const Plan& plan) {
  const char* cure = "go on with the version of warpledger that began it, or begin a new run";
  if (plan.size() != run.planned_points)
    refuse(run, fmt::format("its plan has changed: then {} points, now {}", run.planned_points, plan.size()), cure);
  for (const RecordedPoint& point : run.recorded) {
    const Job job = plan.job(point.ordinal);
    if (job.key == point.key) continue;
    refuse(run,
           fmt::format("point {} has changed in its source, its buffers or how it is measured\n  then: {}\n  now:  {}",
                       point.ordinal, point.identity, job.identity),
           cure);
  }
}

std::string changes_since(const StoredRun& run, const Device& device, const std::string& tool_version) {
  std::vector<std::string> changes = differences(run.device.environment, device.environment);
  if (tool_version != run.tool_version)
    changes.push_back(fmt::format("warpledger: then {}, now {}", run.tool_version, tool_version));
  return join(changes, "; ");
}

}  // namespace warpledger
