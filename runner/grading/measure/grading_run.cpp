#include "grading/measure/grading_run.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "grading/measure/grade_submissions.h"
#include "grading/measure/grading_session.h"
#include "run/open_experiment.h"
#include "run/record_run.h"
#include "spec/library.h"

namespace warpledger {
namespace {

/// Names of files need not be UTF-8.
std::string text_of(const nlohmann::json& settings) {
  return settings.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

bool GradingRun::add(std::span<const Job> jobs, std::vector<Result> results) {
  for (Result& result : results) result.reason = without_folders(result.reason);
  recorder_.add(jobs, results);
  return !recorder_.has_failed();
}

void GradingRun::finish(const GridEnd& end, const std::string& last) {
  if (end.left_out.empty())
    recorder_.finish("finished", last);
  else
    recorder_.finish("interrupted", end.left_out);
}

GradingRuns::GradingRuns(const ClassRequest& request, const std::vector<std::string>& roots,
                         const std::vector<PassedOver>& passed_over)
    : command_line_(request.command_line),
      settings_json_(text_of({{"experiment", lasting_name(request.experiment)},
                              {"submissions", std::filesystem::absolute(request.submissions).string()},
                              {"passed_over", to_json(passed_over)},
                              {kPseudonymsSetting, !request.pseudonym_file.empty()}})),
      ledger_(request.ledger, schema_folder(roots)) {}

GradingRun GradingRuns::begin(const Experiment& experiment, const Device& device, std::size_t points,
                              const GradingMark& mark) const {
  RunInfo info = info_of(experiment, device, static_cast<std::int64_t>(points));
  info.command_line = command_line_;
  nlohmann::json settings = nlohmann::json::parse(settings_json_);
  settings["grading"] = to_json(mark);
  info.settings_json = text_of(settings);
  return GradingRun(RunRecorder(ledger_.another(), info));
}

}  // namespace warpledger
