#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "command/command.h"
#include "command/notes.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "grading/hand_in/adjustments_file.h"
#include "spec/experiment.h"
#include "spec/library.h"
#include "store/notes.h"

namespace warpledger {
namespace {

constexpr const char* kAdjustExplanation =
    "All adjustments of a submission add up. Flags keep a submission from being ranked. `--points 0`, written after "
    "its last run, settles them: it says that a person has looked, and leaves the grade unchanged.\n\n"
    "With --from, adjustments come from a CSV file with the columns submission, points or percent, and reason, and "
    "maybe problem and author. All of it is checked first; what the ledger has already is not written twice.";

struct AdjustOptions {
  Adjustment adjustment;
  std::string from;  ///< CSV of adjustments; empty: one adjustment
  std::string ledger = "results.db";
};

std::vector<std::string> problems_of(const Experiment& experiment) {
  if (!experiment.grading)
    throw Error({.file = experiment.file}, "this experiment has no grading", "add `grading: ...`");
  std::vector<std::string> names;
  for (const GradedProblem& graded : experiment.grading->problems) names.push_back(graded.name);
  return names;
}

void require_problem(const Experiment& experiment, const std::string& problem) {
  const std::vector<std::string> names = problems_of(experiment);
  if (!problem.empty() && std::ranges::count(names, problem) == 0)
    throw Error(fmt::format("--problem: '{}' has no problem '{}'", experiment.name, problem),
                did_you_mean(problem, names));
}

void adjust_one(AdjustOptions& options, const Paths& paths, const Experiment& experiment) {
  Adjustment& made = options.adjustment;
  if (made.submission.empty()) throw Error("no submission is named", "name one, or many in a file with --from FILE");
  refuse_blank(made.reason, "the reason");
  const double amount = made.points ? *made.points : *made.percent;
  constexpr double kMost = 1e6;  // keeps sums finite
  if (!(std::abs(amount) <= kMost))
    throw Error(fmt::format("'{}' is not an adjustment", amount), "write a number from -1000000 to 1000000");
  require_problem(experiment, made.problem);
  made.experiment = experiment.name;
  if (made.author.empty()) made.author = user();
  write_adjustment(options.ledger, schema_folder(paths.roots), made);
  print_text(fmt::format("{}: {:+}{} for {}: {}\n", made.submission, amount, made.points ? " points" : " %",
                         made.problem.empty() ? made.experiment : made.problem, made.reason));
}

void adjust_many(const AdjustOptions& options, const Paths& paths, const Experiment& experiment) {
  const Adjustment& given = options.adjustment;
  if (!given.submission.empty() || !given.reason.empty() || !given.problem.empty())
    throw Error("--from: the file has the submissions, problems and reasons", "leave them out here");
  std::vector<Adjustment> all = read_adjustments(options.from, experiment.name, problems_of(experiment));
  for (Adjustment& one : all)
    if (one.author.empty()) one.author = given.author.empty() ? user() : given.author;
  const std::size_t added = write_adjustments(options.ledger, schema_folder(paths.roots), all);
  print_text(fmt::format("{}: {} of {} adjustments written{}\n", experiment.name, added, all.size(),
                         added < all.size() ? "; the others were there already" : ""));
}

void adjust(AdjustOptions& options) {
  const Paths paths = find_paths();
  const Experiment experiment = load_experiment(Library(paths.roots), options.adjustment.experiment);
  if (options.from.empty())
    adjust_one(options, paths, experiment);
  else
    adjust_many(options, paths, experiment);
}

}  // namespace

void add_adjust(Arguments& arguments) {
  const auto options = std::make_shared<AdjustOptions>();
  Adjustment& made = options->adjustment;
  arguments.explain(kAdjustExplanation);
  arguments.text("experiment", made.experiment, "the graded experiment").value_name("EXPERIMENT").required();
  arguments.text("submission", made.submission, "the submission");
  Arguments amount = arguments.exactly_one_of("an amount");
  amount.number("--points", made.points, "points to add to the grade; negative values deduct");
  amount.number("--percent", made.percent, "percent of the points from the rules to add; negative values deduct");
  amount.text("--from", options->from, "CSV of adjustments: submission, points or percent, reason").value_name("FILE");
  arguments.text("--problem", made.problem, "adjust this problem only; default: the whole grade").value_name("NAME");
  arguments.text("--reason", made.reason, "the reason; the student reads it; required but for --from")
      .value_name("TEXT");
  arguments.text("--author", made.author, "the author; default: $USER").value_name("NAME");
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    adjust(*options);
    return kAllOk;
  });
}

}  // namespace warpledger
