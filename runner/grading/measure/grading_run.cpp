#include "grading/measure/grading_run.h"

#include <filesystem>

#include "base/text.h"
#include "grading/measure/grade_submissions.h"
#include "grading/measure/grading_session.h"
#include "run/open_experiment.h"
#include "run/record_run.h"
#include "spec/library.h"

namespace warpledger {

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
      settings_{{"experiment", lasting_name(request.experiment)},
                {"submissions", std::filesystem::absolute(request.submissions).string()},
                {"passed_over", to_json(passed_over)},
                {kPseudonymsSetting, !request.pseudonym_file.empty()}},
      ledger_(request.ledger, schema_folder(roots)) {}

GradingRun GradingRuns::begin(const Experiment& experiment, const Device& device, std::size_t points,
                              const GradingMark& mark) const {
  RunInfo info = info_of(experiment, device, static_cast<std::int64_t>(points));
  info.command_line = command_line_;
  nlohmann::json settings = settings_;
  settings["grading"] = to_json(mark);
  info.settings_json = settings.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return GradingRun(RunRecorder(ledger_.another(), info));
}

}  // namespace warpledger
