#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "command/command.h"
#include "command/experiment_options.h"
#include "command/surroundings.h"
#include "store/merge.h"

namespace warpledger {
namespace {

struct Options {
  std::string run = "latest";
  std::string output;
  std::string ledger = "results.db";
};

int export_to_file(const Options& options) {
  const std::string schema = schema_folder(find_surroundings().roots);
  const std::string uuid = export_run(options.ledger, options.run, options.output, schema);
  std::cout << fmt::format("run {} is in {}; warpledger merge {} takes it in\n", uuid.substr(0, 8), options.output,
                           options.output);
  return kAllOk;
}

}  // namespace

void add_export(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  app.add_option("run", options->run, "latest, or how the run's UUID begins")->capture_default_str();
  app.add_option("-o,--output", options->output, "the new file: a ledger with this run only")
      ->type_name("FILE")
      ->required();
  declare_ledger(app, options->ledger);
  app.callback([options, &exit_code] { exit_code = export_to_file(*options); });
}

}  // namespace warpledger
