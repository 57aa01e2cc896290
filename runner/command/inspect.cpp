#include <iostream>
#include <memory>

#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "grading/graded_class.h"
#include "grading/inspection_page.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_page.h"

namespace warpledger {
namespace {

struct InspectArguments {
  std::string experiment;
  std::string submission;
  std::string session = "latest";
  std::string ledger = "results.db";
  Format format = Format::text;
};

void inspect(const InspectArguments& options) {
  const Library found(find_paths().roots);
  const Library library = found.with_root_of(found.experiment_path(options.experiment));
  const Experiment experiment = load_graded_experiment(library, options.experiment);
  const GradedClass graded = grade_session(options.ledger, library, experiment, options.session);
  const LedgerReader ledger = open_ledger(options.ledger, library);
  const GradingSession session = read_grading_session(ledger, experiment.name, graded.session);
  ReportOptions shown{.format = options.format, .width = line_width(STDOUT_FILENO)};
  if (options.format == Format::html) shown.assets = load_page_assets(library.roots());
  std::cout << inspection_page(ledger, experiment, graded, session, options.submission, shown) << std::flush;
}

}  // namespace

void add_inspect(Arguments& arguments) {
  const auto options = std::make_shared<InspectArguments>();
  arguments.text("experiment", options->experiment, "the graded experiment").value_name("EXPERIMENT").required();
  arguments.text("submission", options->submission, "the submission").required();
  arguments.text("--session", options->session, "latest, or the start of the session's UUID");
  declare_format(arguments, options->format);
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    inspect(*options);
    return kAllOk;
  });
}

}  // namespace warpledger
