// An experiment's text, read, planned and made into jobs. Whatever the text is, an Error is the worst that comes of it.
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "base/sql_comparisons.h"
#include "fuzz/feed.h"
#include "fuzz/plan_all.h"
#include "fuzz/scratch_library.h"
#include "model/grading.h"
#include "spec/experiment.h"

namespace warpledger {
namespace {

void check_conditions(const Grading& grading) {
  const auto check = [](const PointCondition& condition) {
    find_sql_fault(condition.sql, [](const std::string& column) {
      return column == "n" ? SqlType::number : column == "kernel" ? SqlType::text : SqlType::unknown;
    });
  };
  for (const GradedProblem& problem : grading.problems)
    for (const GradingRule& rule : problem.rules) {
      if (const auto* goal = std::get_if<GoalRule>(&rule.judged)) check(goal->goal);
      if (rule.where) check(*rule.where);
    }
}

void read_experiment(const std::string& text) {
  static const ScratchLibrary files;
  files.write("experiments/fuzz.yaml", text);
  const Experiment experiment = load_experiment(files.library(), "fuzz");
  if (experiment.grading) check_conditions(*experiment.grading);
  plan_all(experiment);
}

}  // namespace
}  // namespace warpledger

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return warpledger::feed(data, size, warpledger::read_experiment);
}
