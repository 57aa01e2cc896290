#include "grading/grade_session.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/text.h"
#include "grading/grade_flags.h"
#include "grading/read_evidence.h"
#include "ledger/grading_conditions.h"
#include "ledger/ledger_reader.h"
#include "store/noise_floor.h"

namespace warpledger {
namespace {

struct DevicesNoise {
  Noise largest;      ///< each ratio is of times on one of the devices
  bool known = true;  ///< of each of them
};

DevicesNoise noise_of_devices(const LedgerReader& ledger, const GradingSession& session) {
  DevicesNoise noise;
  for (const SessionDevice& device : session.devices) {
    const auto floor = noise_floor_of(ledger, device.uuid);
    if (floor) {
      noise.largest.relative = std::max(noise.largest.relative, floor->relative);
      noise.largest.offset_ns = std::max(noise.largest.offset_ns, floor->offset_ns);
    }
    noise.known = noise.known && floor.has_value();
  }
  return noise;
}

}  // namespace

Experiment load_graded_experiment(const Library& library, const std::string& name) {
  Experiment experiment = load_experiment(library, name, {}, result_names(library));
  if (!experiment.grading)
    throw Error({.file = experiment.file}, "this experiment has no grading", "add `grading: ...`");
  check_grading(experiment, library);
  return experiment;
}

GradedClass grade_session(const std::string& ledger, const Library& library, const Experiment& experiment,
                          const std::string& session) {
  const LedgerReader reader = open_ledger(ledger, library);
  const GradingSession found = read_grading_session(reader, experiment.name, session);
  GradedClass graded{.experiment = experiment.name,
                     .about = experiment.about,
                     .grading = *experiment.grading,
                     .session = found.uuid,
                     .graded_utc = found.newest_utc};
  std::vector<std::string> devices;
  for (const SessionDevice& device : found.devices) devices.push_back(device.name);
  graded.device = join(devices);
  for (const std::uint64_t seed : found.seeds) graded.seeds.push_back(std::to_string(seed));
  std::map<std::string, GradedRuns> runs;
  for (const auto& [name, attempt] : found.submissions) runs[name] = attempt.runs;
  std::map<std::string, std::vector<std::string>> flags = read_flags(reader, experiment, runs);
  std::vector<SubmissionEvidence> evidence;
  for (const auto& [name, attempt] : found.submissions) {
    evidence.push_back(read_evidence(reader, experiment, name, attempt.runs));
    if (!attempt.whole) evidence.back().incomplete = "its grading was cut off";
    evidence.back().flags = flags[name];
  }
  const DevicesNoise noise = noise_of_devices(reader, found);
  graded.noise_known = noise.known;
  for (GradeSheet& sheet : grade_class(*experiment.grading, evidence, {.noise = noise.largest})) {
    const std::vector<std::string>& counted = runs.at(sheet.submission).counted;
    graded.submissions.push_back({.sheet = std::move(sheet), .run = counted.empty() ? "" : counted.front()});
  }
  return graded;
}

}  // namespace warpledger
