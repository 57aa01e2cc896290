#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "command/command.h"
#include "command/output_arguments.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_files.h"
#include "ledger/run_selection.h"
#include "spec/library.h"

namespace warpledger {

struct CheckoutArguments {
  std::string run, folder;
  std::string ledger = "results.db";
};

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
