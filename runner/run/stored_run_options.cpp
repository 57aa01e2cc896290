#include "run/stored_run_options.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpledger {

RunOptions stored_run_options(const StoredRun& run, RunOptions given) {
  const nlohmann::json settings = nlohmann::json::parse(run.settings_json);
  if (settings.contains("grading"))
    throw Error(fmt::format("run {} is a part of a grading, which works on whole submissions", run.uuid.substr(0, 8)),
                fmt::format("go on with the grading: warpledger grade {} --session {} --submissions FOLDER",
                            run.experiment, settings["grading"].value("session", "")));
  given.overrides.set = settings.value("set", std::vector<std::string>{});
  given.overrides.positional = settings.value("arguments", std::vector<std::string>{});
  given.seed = settings.value("seed", given.seed);
  given.foreign = given.foreign || settings.value("foreign", false);
  if (given.experiment.empty()) given.experiment = settings.value("experiment", run.experiment);
  if (given.submission.empty()) given.submission = settings.value("submission", "");
  given.submission_name = settings.value("submission_name", "");
  if (given.device == RunOptions().device && !run.device.id.empty()) given.device = run.device.id;
  return given;
}

}  // namespace warpledger
