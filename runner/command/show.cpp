#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "ledger/contents.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_files.h"
#include "ledger/run_page.h"
#include "ledger/run_selection.h"
#include "spec/experiment.h"
#include "spec/library.h"

namespace warpledger {
namespace {

struct ShowArguments {
  std::string name;
  std::string ledger = "results.db";
};

struct CheckoutArguments {
  std::string run, folder;
  std::string ledger = "results.db";
};

void show_family(const Family& family) {
  print_text(fmt::format("family {}: {}\nfile: {}\n\n", family.name, family.about, family.file));
  print_table(parameters_of(family));
  std::cout << '\n';
  print_table(outputs_of(family));
  std::cout << '\n';
  print_table(kernels_of(family));
}

void show_experiment(const Experiment& experiment) {
  print_text(fmt::format("experiment {}: {}\nfile: {}\nreport: {}\n\n", experiment.name, experiment.about,
                         experiment.file, experiment.report.empty() ? kDefaultReport : experiment.report));
  print_table(axes_of(experiment));
  if (!experiment.metrics.empty()) std::cout << '\n', print_table(metrics_of(experiment));
  for (const Family& family : experiment.families) {
    std::cout << '\n';
    show_family(family);
  }
}

bool is_run(const ShowArguments& options, const Library& library) {
  if (!std::filesystem::exists(options.ledger)) return false;
  if (options.name.starts_with("latest") || options.name.find(':') != std::string::npos) return true;
  const auto runs = open_ledger(options.ledger, library).runs();
  return std::any_of(runs.begin(), runs.end(),
                     [&](const RunSummary& run) { return run.uuid.starts_with(options.name); });
}

void show(const ShowArguments& options) {
  const Library library(find_paths().roots);
  const auto names = library.families();
  if (is_run(options, library)) {
    std::cout << account_of_run(options.ledger, options.name, library, line_width(STDOUT_FILENO));
  } else if (std::find(names.begin(), names.end(), options.name) != names.end()) {
    show_family(load_family(library, options.name, result_names(library)));
  } else {
    show_experiment(load_experiment(library, options.name, {}, result_names(library)));
  }
}

}  // namespace

void add_show(Arguments& arguments) {
  auto options = std::make_shared<ShowArguments>();
  arguments
      .text("name", options->name,
            "an experiment, a family, latest, latest~1, until:DATE, or the start of a run's UUID")
      .required();
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    show(*options);
    return kAllOk;
  });
}

void add_checkout(Arguments& arguments) {
  auto options = std::make_shared<CheckoutArguments>();
  arguments.text("run", options->run, "latest, latest~1, until:DATE, or the start of the run's UUID").required();
  arguments.text("folder", options->folder, "a new or empty folder").value_name("FOLDER").required();
  declare_ledger(arguments, options->ledger);
  arguments.run([options] {
    const LedgerReader ledger = open_ledger(options->ledger, Library(find_paths().roots));
    const ChosenRun run = choose_run(ledger, parse_run_selection(options->run, ""));
    const auto files = files_of_run(ledger, run.uuid);
    write_files(files, options->folder);
    std::cout << fmt::format("{} files of run {} are in {}\n", files.size(), run.uuid.substr(0, 8), options->folder);
    return kAllOk;
  });
}

}  // namespace warpledger
