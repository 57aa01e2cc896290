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
    "All adjustments of a submission add up. Its flags, which keep it from being ranked, are settled by `--points 0`,\n"
    "written after its last run: it says that a person has looked, and leaves the grade as it is.";

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
  if (!std::isfinite(amount))
    throw Error(fmt::format("an adjustment by {} is no adjustment", amount), "give a finite number");
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
  arguments.text("experiment", made.experiment, "which experiment's grade").value_name("EXPERIMENT").required();
  arguments.text("submission", made.submission, "whose grade").required();
  Arguments amount = arguments.exactly_one_of("an amount");
  amount.number("--points", made.points, "added to the grade; below 0: taken off");
  amount.number("--percent", made.percent, "of what the rules gave, added; below 0: taken off");
  arguments.text("--problem", made.problem, "of this problem only; else of the whole grade").value_name("NAME");
  arguments.text("--reason", made.reason, "why, for who reads the grade").value_name("TEXT").required();
  arguments.text("--author", made.author, "who says so; $USER").value_name("NAME");
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    adjust(*options);
    return kAllOk;
  });
}

}  // namespace warpledger
