#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "grading/hand_in/pseudonyms.h"
#include "grading/score/grade_history.h"
#include "report/draw.h"
#include "report/json_rows.h"
#include "spec/library.h"

namespace warpledger {
namespace {

constexpr const char* kGradesExplanation =
    "A row a grading: one student over assignments with --submission, one assignment over years with an experiment. "
    "`rules` is the beginning of the SHA-256 of the experiment's text; `same_then` is 1 where the class ran by that "
    "text. Without --submission, `points` is the median of the class.";

struct GradesArguments : GradeHistoryRequest {
  Output output;
  std::string times_file;
  std::string names;  ///< maps the ledger's pseudonyms to names; empty: show the ledger's names
};

void print_grades(GradesArguments& options) {
  const Library library(find_paths().roots);
  if (!options.times_file.empty())
    options.times = read_submission_times(options.times_file, options.experiment, library.experiments());
  if (!options.names.empty()) {
    const Pseudonyms pseudonyms = read_pseudonyms(options.names);
    options.times = with_pseudonyms(std::move(options.times), pseudonyms);
    options.submission = in_ledger(options.submission, pseudonyms);
  }
  const Table table = grade_history(options, library);
  if (options.output.json)
    std::cout << json_text(json_rows(table)) << std::flush;
  else if (options.output.format == Format::csv)
    std::cout << render_spreadsheet(table) << std::flush;
  else
    std::cout << render_table(table, options.output.format, line_width(STDOUT_FILENO)) << std::flush;
}

}  // namespace

void add_grades(Arguments& arguments) {
  const auto options = std::make_shared<GradesArguments>();
  options->ledger = "results.db";
  arguments.explain(kGradesExplanation);
  arguments.text("experiment", options->experiment, "the name of a graded experiment; default: all")
      .value_name("EXPERIMENT");
  arguments.text("--submission", options->submission, "a submission, as the ledger calls it; with --names, its name")
      .value_name("NAME");
  arguments.choice<bool>("--rules", options->rules_then, {{"now", false}, {"then", true}},
                         "now: as the experiment's file has them, where there is one; then: as they were when the "
                         "class ran");
  arguments
      .text("--times", options->times_file,
            "CSV of when submissions were handed in, with the columns experiment, submission, time and attempt")
      .value_name("FILE");
  declare_names(arguments, options->names);
  declare_output(arguments, options->output);
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    print_grades(*options);
    return kAllOk;
  });
}

}  // namespace warpledger
