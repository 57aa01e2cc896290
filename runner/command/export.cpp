#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "command/command.h"
#include "command/experiment_arguments.h"
#include "spec/paths.h"
#include "store/merge.h"

namespace warpledger {
namespace {

struct ExportArguments {
  std::string run = "latest";
  std::string output;
  std::string ledger = "results.db";
};

int export_to_file(const ExportArguments& options) {
  const std::string schema = schema_folder(find_paths().roots);
  const std::string uuid = export_run(options.ledger, options.run, options.output, schema);
  std::cout << fmt::format("run {} is in {}; warpledger merge {} takes it in\n", uuid.substr(0, 8), options.output,
                           options.output);
  return kAllOk;
}

}  // namespace

void add_export(Arguments& arguments) {
  auto options = std::make_shared<ExportArguments>();
  arguments.text("run", options->run, "latest, or how the run's UUID begins");
  arguments.text("-o,--output", options->output, "the new file: a ledger with this run only")
      .value_name("FILE")
      .required();
  declare_ledger(arguments, options->ledger);
  arguments.run([options] { return export_to_file(*options); });
}

}  // namespace warpledger
