#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/text.h"
#include "command/command.h"
#include "command/notes.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "spec/experiment.h"
#include "spec/paths.h"
#include "store/notes.h"

namespace warpledger {
namespace {

constexpr const char* kAdjustExplanation =
    "All adjustments of a submission add up. Flags keep a submission from being ranked. `--points 0`, written after "
    "its\n"
    "last run, settles them: it says that a person has looked, and leaves the grade unchanged.";

struct AdjustOptions {
  Adjustment adjustment;
  std::string ledger = "results.db";
};

/// The problem must be one of the experiment's as it stands in the installation.
void require_problem(const Experiment& experiment, const std::string& problem) {
  if (!experiment.grading)
    throw Error({.file = experiment.file}, "this experiment has no grading", "add `grading: ...`");
  if (problem.empty()) return;
  std::vector<std::string> names;
  for (const GradedProblem& graded : experiment.grading->problems) names.push_back(graded.name);
  if (std::ranges::count(names, problem) == 0)
    throw Error(fmt::format("--problem: '{}' has no problem '{}'", experiment.name, problem),
                did_you_mean(problem, names));
}

void adjust(AdjustOptions& options) {
  Adjustment& made = options.adjustment;
  refuse_blank(made.reason, "the reason");
  const double amount = made.points ? *made.points : *made.percent;
  if (!std::isfinite(amount)) throw Error(fmt::format("'{}' is not an adjustment", amount), "write a finite number");
  const Paths paths = find_paths();
  const Experiment experiment = load_experiment(Library(paths.roots), made.experiment);
  require_problem(experiment, made.problem);
  made.experiment = experiment.name;
  if (made.author.empty()) made.author = user();
  write_adjustment(options.ledger, schema_folder(paths.roots), made);
  print_text(fmt::format("{}: {:+}{} for {}: {}\n", made.submission, amount, made.points ? " points" : " %",
                         made.problem.empty() ? made.experiment : made.problem, made.reason));
}

}  // namespace

void add_adjust(Arguments& arguments) {
  const auto options = std::make_shared<AdjustOptions>();
  Adjustment& made = options->adjustment;
  arguments.explain(kAdjustExplanation);
  arguments.text("experiment", made.experiment, "the graded experiment").value_name("EXPERIMENT").required();
  arguments.text("submission", made.submission, "the submission").required();
  Arguments amount = arguments.exactly_one_of("an amount");
  amount.number("--points", made.points, "points to add to the grade; negative values deduct");
  amount.number("--percent", made.percent, "percent of the points from the rules to add; negative values deduct");
  arguments.text("--problem", made.problem, "adjust this problem only; default: the whole grade").value_name("NAME");
  arguments.text("--reason", made.reason, "the reason; the student reads it").value_name("TEXT").required();
  arguments.text("--author", made.author, "the author; default: $USER").value_name("NAME");
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    adjust(*options);
    return kAllOk;
  });
}

}  // namespace warpledger
