#include "grading/term_budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "grading/counted_hand_ins.h"
#include "grading/devices_noise.h"
#include "grading/graded_class.h"
#include "grading/grading_session.h"
#include "spec/utc_time.h"

namespace warpledger {
namespace {

std::string before_of(const Experiment& experiment) {
  const auto& late = experiment.grading->late;
  return late ? late->budget_left_by : "";
}

/// Throws Error where `before` cannot leave free days to `next`.
void check_order(const Experiment& before, const Experiment& next) {
  const auto& late = before.grading->late;
  if (!late || !late->has_budget())
    throw Error({.file = before.file},
                fmt::format("'{}' has free late days of a term left by '{}', which has none", next.name, before.name),
                "add budget_days to its `late:`, or budget_left_by");
  if (late->due_utc_s > next.grading->late->due_utc_s)
    throw Error({.file = next.file},
                fmt::format("'{}', due {}, is no assignment before '{}', due {}", before.name,
                            utc_text(late->due_utc_s), next.name, utc_text(next.grading->late->due_utc_s)),
                "free days are spent in the order of the deadlines: name the assignment that is due before this one");
}

void spend_on(const LedgerReader& ledger, const Experiment& experiment, const SubmissionTimes& times,
              LateBudget& budget) {
  if (!has_grading(ledger, experiment.name)) return budget.ungraded.push_back(experiment.name);
  GradingSession session = read_grading_session(ledger, experiment.name, "latest");
  set_times(session, experiment.name, times);
  choose_hand_ins(ledger, experiment, {.noise = noise_of_devices(ledger, session).largest}, budget, session);
  for (const auto& [name, attempt] : session.submissions)
    budget.spend(*experiment.grading->late, name, attempt.hand_in);
}

}  // namespace

std::vector<Experiment> assignments_before(const Library& library, const Experiment& experiment) {
  std::vector<Experiment> assignments = {experiment};  // the last one first
  for (std::string name = before_of(experiment); !name.empty(); name = before_of(assignments.back())) {
    Experiment before = load_graded_experiment(library, name);
    check_order(before, assignments.back());
    if (std::ranges::count(assignments, before.name, &Experiment::name) > 0)
      throw Error({.file = before.file}, fmt::format("the term's assignments before '{}' are a circle", before.name),
                  "the first one has budget_days and no budget_left_by");
    assignments.push_back(std::move(before));
  }
  assignments.erase(assignments.begin());
  std::ranges::reverse(assignments);
  return assignments;
}

LateBudget budget_before(const LedgerReader& ledger, const Library& library, const Experiment& experiment,
                         const SubmissionTimes& times) {
  if (!experiment.grading->late || !experiment.grading->late->has_budget()) return {};
  const std::vector<Experiment> before = assignments_before(library, experiment);
  const Experiment& first = before.empty() ? experiment : before.front();
  LateBudget budget{.days = first.grading->late->budget_days.value()};
  for (const Experiment& assignment : before) spend_on(ledger, assignment, times, budget);
  return budget;
}

}  // namespace warpledger
